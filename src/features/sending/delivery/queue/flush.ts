import type { Database } from '../../../../base/db.ts';
import { parametersOf, type QueueFilter } from './filter.ts';
import { LEASE_MS } from './leases.ts';
import { makeDue } from './operating-queries.ts';

/** Maximum number of rows per transaction. The limit keeps transactions short, so that they do not delay deliveries. */
const AT_ONCE = 5_000;
/** Duration of a lease plus one second, in seconds. Rows that are due later than this from now cannot be leased. */
export const MAX_LEASED_SECONDS = LEASE_MS / 1_000 + 1;

/**
 * Makes deferred messages due now, and returns the number of recipients. Excludes rows that are due within the duration
 * of a lease, messages that were never tried, messages of a paused mailing or account, and messages for a site that the
 * operator has stopped.
 */
export async function flushQueue(db: Database, filter: QueueFilter): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await makeDue(db, ...parametersOf(filter), MAX_LEASED_SECONDS, AT_ONCE);
    total += row?.count ?? 0;
    if ((row?.count ?? 0) < AT_ONCE) return total;
  }
}
