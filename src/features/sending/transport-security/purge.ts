import type { Db } from '../../../base/db.ts';
import { REMEMBERED_SECONDS } from './faults.ts';
import { purgeFaults, purgePolicies, purgeResults } from './queries.ts';

/** Counts are kept so many days: a report goes out a day later and is tried again for some (RFC 8460 4.1). */
const RESULT_DAYS = 14;
const QUIET_SECONDS = 24 * 3_600;

/** Removes policies that have expired, failures that are old enough to be forgotten, and counts of days long reported. */
export async function purgeTransportSecurity(db: Db): Promise<void> {
  await purgePolicies(db, QUIET_SECONDS);
  await purgeFaults(db, REMEMBERED_SECONDS);
  await purgeResults(db, RESULT_DAYS);
}
