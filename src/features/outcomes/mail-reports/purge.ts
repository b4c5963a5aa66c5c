import type { Db } from '../../../base/db.ts';
import { purgeForeign, purgeOldReports } from './queries.ts';

/**
 * Retention of reports, in days. More than a year, so that a month can be compared with the same month of the previous
 * year.
 */
const KEPT_DAYS = 400;
/** Maximum number of stored reports about unknown domains. Anyone can send reports about invented domains. */
export const MAX_FOREIGN = 10_000;
/** Number of reports per batch. A report has at most a few thousand rows, so a batch takes a few seconds at most. */
const AT_ONCE = 20;

/**
 * Deletes reports that were received more than 400 days ago, and all but the newest 10,000 rows about unknown domains.
 * Resolves with the number of deleted rows.
 */
export async function purgeReports(db: Db): Promise<number> {
  const foreign = await purgeForeign(db, KEPT_DAYS, MAX_FOREIGN);
  let removed = foreign.length;
  for (;;) {
    const rows = await purgeOldReports(db, KEPT_DAYS, AT_ONCE);
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}
