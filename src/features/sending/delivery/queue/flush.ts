import type { Database } from '../../../../base/db.ts';
import { parametersOf, type QueueFilter } from './filter.ts';
import { LEASE_MS } from './leases.ts';
import { makeDue } from './operating-queries.ts';

/** A transaction each: deliveries wait for none of them. */
const AT_ONCE = 5_000;
/** A second more than a lease, so that nobody has in hand what waits for longer. */
export const HELD_AT_MOST_SECONDS = LEASE_MS / 1_000 + 1;

/**
 * Has mail that was put off tried again now instead of at its time, and tells how many recipients that are. What is due
 * within the length of a lease stays as it is; so does what was never tried, and what is paused or stopped: mail of a paused
 * mailing or account, and of a site that the operator has stopped.
 */
export async function flushQueue(db: Database, filter: QueueFilter): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await makeDue(db, ...parametersOf(filter), HELD_AT_MOST_SECONDS, AT_ONCE);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < AT_ONCE) return total;
  }
}
