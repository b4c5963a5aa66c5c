import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { networkOf } from '../../../base/ip-address.ts';
import { Refusal } from '../../../base/refusal.ts';
import { countAttempt, deleteAttempts } from './queries.ts';

/** Limits on attempts: the maximum number per window, and the length of the window in seconds. */
export const ATTEMPT_LIMITS = {
  /** Limit on password attempts for one email address from unknown devices. A correct password resets the count. */
  'password of': { attempts: 10, seconds: 15 * 60 },
  /** Limit on sign-in attempts of any kind from one network, which may be shared by a whole office. */
  'sign-in from': { attempts: 100, seconds: 15 * 60 },
  /**
   * Limit on sign-in attempts by one user from known browsers. Attempts beyond this limit count as attempts from an
   * unknown browser.
   */
  'known device of': { attempts: 10, seconds: 15 * 60 },
  /** Limit on attempts by one signed-in user to confirm the password. */
  'password again of': { attempts: 10, seconds: 15 * 60 },
  /** Limit on password reset links for one email address. */
  'reset of': { attempts: 3, seconds: 3_600 },
  'reset from': { attempts: 20, seconds: 3_600 },
  /** Limit on requests to change the email address of one user. */
  'address change of': { attempts: 5, seconds: 3_600 },
  /** Limit on invitations that one account sends. */
  'invitations of': { attempts: 50, seconds: 24 * 3_600 },
} as const;

/**
 * Limits that count attempts by network instead of by address, because an IPv6 client can use every address in its
 * network.
 */
const BY_NETWORK: ReadonlySet<Limited> = new Set(['sign-in from', 'reset from']);

type Limited = keyof typeof ATTEMPT_LIMITS;

/** Counts an attempt. Returns undefined within the limit, otherwise the seconds until the window ends. */
export async function attemptsExceeded(db: Db, what: Limited, of: string): Promise<number | undefined> {
  const limit = ATTEMPT_LIMITS[what];
  const [row] = await countAttempt(db, subjectOf(what, of), limit.seconds);
  return row && row.attempts > limit.attempts ? Math.max(1, row.seconds_left) : undefined;
}

/** Counts an attempt. Throws rate_limit_exceeded beyond the limit, even if the password or code is correct. */
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

/** Resets the count after a successful attempt. */
export async function forgiveAttempts(db: Db, what: Limited, of: string): Promise<void> {
  await deleteAttempts(db, subjectOf(what, of));
}

function subjectOf(what: Limited, of: string): Buffer {
  return sha256(`${what} ${BY_NETWORK.has(what) ? networkOf(of) : of.toLowerCase()}`);
}
