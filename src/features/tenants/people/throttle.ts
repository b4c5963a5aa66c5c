import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { networkOf } from '../../../base/ip-address.ts';
import { Refusal } from '../../../base/refusal.ts';
import { countAttempt, forgetAttempts } from './queries.ts';

/** What is limited: so many attempts in a window of so many seconds. */
export const ATTEMPT_LIMITS = {
  /** Passwords tried for one address, from wherever but its known devices; a right one begins anew. */
  'password of': { attempts: 10, seconds: 15 * 60 },
  /** Sign-ins of all sorts from one client's network, behind which there may be an office. */
  'sign-in from': { attempts: 100, seconds: 15 * 60 },
  /** Sign-ins of a person from browsers that are known as theirs; what is beyond counts as a stranger's. */
  'known device of': { attempts: 10, seconds: 15 * 60 },
  /** Passwords that a signed-in person is asked for again. */
  'password again of': { attempts: 10, seconds: 15 * 60 },
  /** Links to set a new password for one address. */
  'reset of': { attempts: 3, seconds: 3_600 },
  'reset from': { attempts: 20, seconds: 3_600 },
  /** Mails that a person has sent to a new address of theirs. */
  'address change of': { attempts: 5, seconds: 3_600 },
  /** Invitations of an account, whose mails go to people who did not ask for them. */
  'invitations of': { attempts: 50, seconds: 24 * 3_600 },
} as const;

/** Limits of where somebody comes from: whoever has an IPv6 address has a whole network of them. */
const BY_NETWORK: ReadonlySet<Limited> = new Set(['sign-in from', 'reset from']);

type Limited = keyof typeof ATTEMPT_LIMITS;

/** Counts an attempt; undefined while it is within the limit, else the seconds until the window is over. */
export async function attemptsExceeded(db: Db, what: Limited, of: string): Promise<number | undefined> {
  const limit = ATTEMPT_LIMITS[what];
  const [row] = await countAttempt(db, subjectOf(what, of), limit.seconds);
  return row && row.attempts > limit.attempts ? Math.max(1, row.seconds_left) : undefined;
}

/** Counts an attempt and refuses it beyond the limit, whether it would have been right or wrong. */
export async function requireAttempt(db: Db, what: Limited, of: string): Promise<void> {
  const retryAfterSeconds = await attemptsExceeded(db, what, of);
  if (retryAfterSeconds !== undefined) {
    throw new Refusal('rate_limit_exceeded', {
      message: 'Too many attempts.',
      fix: 'Wait the number of seconds in the `Retry-After` header, then try again.',
      retryAfterSeconds,
    });
  }
}

/** Begins anew after a right attempt. */
export async function forgiveAttempts(db: Db, what: Limited, of: string): Promise<void> {
  await forgetAttempts(db, subjectOf(what, of));
}

function subjectOf(what: Limited, of: string): Buffer {
  return sha256(`${what} ${BY_NETWORK.has(what) ? networkOf(of) : of.toLowerCase()}`);
}
