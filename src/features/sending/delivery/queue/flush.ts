import type { Database } from '../../../../base/db.ts';
import { parametersOf, type QueueFilter } from './filter.ts';
import { LEASE_MS } from './leases.ts';
import { makeDue } from './operating-queries.ts';

/** Rows per transaction; each is short enough that deliveries do not wait for it. */
const AT_ONCE = 5_000;
/** Length of a lease plus one second, so that no process holds rows that are due later than that. */
export const HELD_AT_MOST_SECONDS = LEASE_MS / 1_000 + 1;

/**
 * Makes deferred messages due now, and returns the number of recipients. Rows due within the length of a lease are not
 * changed, and neither are messages that were never tried, or are paused or stopped: messages of a paused mailing or
 * account, and of a site that the operator has stopped.
 */
export async function flushQueue(db: Database, filter: QueueFilter): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await makeDue(db, ...parametersOf(filter), HELD_AT_MOST_SECONDS, AT_ONCE);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < AT_ONCE) return total;
  }
}
