import type { Db } from '../../../base/db.ts';
import { purgeForeign, purgeOldReports } from './queries.ts';

/** Days for which reports are kept: a year can be compared with the one before its last month. */
const KEPT_DAYS = 400;
/** Domains of others whose reports are remembered; anybody can invent some. */
export const MAX_FOREIGN = 10_000;
/** A report has some thousand rows at most, so that a batch takes seconds at most. */
const AT_ONCE = 20;

/** Removes reports received 400 days ago, and all notes of foreign ones but the newest 10,000; resolves with how many. */
export async function purgeReports(db: Db): Promise<number> {
  const foreign = await purgeForeign(db, KEPT_DAYS, MAX_FOREIGN);
  let removed = foreign.length;
  for (;;) {
    const rows = await purgeOldReports(db, KEPT_DAYS, AT_ONCE);
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}
