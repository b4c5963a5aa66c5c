import { sha256 } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import { networkOf } from '../../../base/ip-address.ts';
import { KEPT_HOURS, WINDOW_SECONDS } from './limits.ts';
import { countAttempts, dropAttempts } from './public-queries.ts';

/** How often an hour forms are sent in: for one address with an account, from one network, and with an account. */
export const ATTEMPT_LIMITS = { address: 10, network: 200, account: 20_000 } as const;

/** Rows that one statement forgets. */
const DROPPED_AT_ONCE = 10_000;

/** Who sends in a form, with which address. */
interface Attempt {
  readonly accountId: number;
  readonly email: string;
  /** Empty when it is not known. */
  readonly clientAddress: string;
}

/**
 * Counts that a form is sent in; undefined while all of it is within its limit, else the seconds until it is again. Whether
 * anybody knows the address makes no difference.
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

/** Forgets attempts that were counted long ago. */
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
