import type { Db } from '../../../base/db.ts';
import { REMEMBERED_SECONDS } from './faults.ts';
import { purgeFaults, purgePolicies, purgeResults } from './queries.ts';

/** Number of days for which session counts are kept. */
const RESULT_DAYS = 14;
const QUIET_SECONDS = 24 * 3_600;

/** Deletes expired policies, old failures, and the session counts of days that were reported long ago. */
export async function purgeTransportSecurity(db: Db): Promise<void> {
  await purgePolicies(db, QUIET_SECONDS);
  await purgeFaults(db, REMEMBERED_SECONDS);
  await purgeResults(db, RESULT_DAYS);
}
