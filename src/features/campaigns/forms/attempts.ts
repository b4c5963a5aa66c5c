import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { networkOf } from '../../../base/ip-address.ts';
import { KEPT_HOURS, WINDOW_SECONDS } from './limits.ts';
import { countAttempts, dropAttempts } from './public-queries.ts';

/** Maximum number of form submissions per hour: for an address within an account, for a network, and for an account. */
export const ATTEMPT_LIMITS = { address: 10, network: 200, account: 20_000 } as const;

/** Maximum number of rows that one statement deletes. */
const DROPPED_AT_ONCE = 10_000;

/** A form submission, as counted by the rate limits. */
interface Attempt {
  readonly accountId: number;
  readonly email: string;
  /** IP address of the client. Empty if it is unknown. */
  readonly clientAddress: string;
}

/**
 * Counts a form submission. Returns undefined if no limit is exceeded, and otherwise the number of seconds until
 * another submission is allowed. Known and unknown addresses are counted in the same way.
 */
export async function attemptsExceeded(db: Db, attempt: Attempt): Promise<number | undefined> {
  const limits = new Map(
    limitsOf(attempt).map(({ limit, subject }) => {
      const hash = sha256(subject);
      return [hash.toString('hex'), { hash, limit }] as const;
    }),
  );
  const hashes = [...limits.values()].map(({ hash }) => hash);
  const counted = await countAttempts(db, hashes, WINDOW_SECONDS);
  const waits = counted
    .filter(({ attempts, subject }) => attempts > (limits.get(subject.toString('hex'))?.limit ?? 0))
    .map((row) => Math.max(1, row.seconds_left));
  return waits.length > 0 ? Math.max(...waits) : undefined;
}

/** Deletes the counts that are too old for any rate limit. */
export async function purgeAttempts({ db }: { readonly db: Db }): Promise<void> {
  let dropped = DROPPED_AT_ONCE;
  while (dropped === DROPPED_AT_ONCE)
    [{ dropped } = { dropped: 0 }] = await dropAttempts(db, KEPT_HOURS, DROPPED_AT_ONCE);
}

function limitsOf({ accountId, clientAddress, email }: Attempt) {
  return [
    { subject: `address ${accountId} ${email}`, limit: ATTEMPT_LIMITS.address },
    ...(clientAddress === ''
      ? []
      : [{ subject: `network ${networkOf(clientAddress)}`, limit: ATTEMPT_LIMITS.network }]),
    { subject: `account ${accountId}`, limit: ATTEMPT_LIMITS.account },
  ];
}
