import type { Db } from '../../../base/db.ts';
import { purgeForeign, purgeOldReports } from './queries.ts';

/** Retention of reports, in days: over a year, so that a month can be compared with the same month a year earlier. */
const KEPT_DAYS = 400;
/** Maximum number of stored reports about foreign domains, because anyone can send reports about invented domains. */
export const MAX_FOREIGN = 10_000;
/** Batch size. A report has a few thousand rows at most, so a batch takes at most seconds. */
const AT_ONCE = 20;

/**
 * Deletes reports that were received more than 400 days ago, and all but the newest 10,000 foreign report rows.
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
