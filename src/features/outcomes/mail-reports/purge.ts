import type { Db } from '../../../base/db.ts';
import { purgeForeign, purgeOldReports } from './queries.ts';

/**
 * Retention of reports, in days. It is longer than a year, so that a month can be compared with the same month of the
 * previous year.
 */
const KEPT_DAYS = 400;
/**
 * Maximum number of rows about unknown domains. Each row counts the reports of one kind from one reporter about one
 * domain. The number is limited because anyone can send reports about invented domains.
 */
export const MAX_FOREIGN = 10_000;
/** Number of reports per batch. */
const AT_ONCE = 20;

/**
 * Deletes reports that were received more than 400 days ago, and rows about unknown domains without a report since
 * then. Of the remaining rows about unknown domains, keeps the newest 10,000. Resolves with the number of deleted
 * reports and rows.
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
