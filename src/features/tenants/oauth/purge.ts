import type { Db } from '../../../base/db.ts';
import { deleteOldAttempts, deleteUnusedClients } from './client-queries.ts';
import { REPEAT_SECONDS, UNUSED_REGISTRATION_DAYS } from './limits.ts';
import { deleteEmptyGrants, deleteExpiredArtifacts } from './queries.ts';
import { deleteOldRefreshes } from './refresh-queries.ts';

/** Maximum number of rows per statement, so that no statement holds locks for long. */
const BATCH = 5_000;

/**
 * Deletes expired codes and tokens, stored responses that can no longer be requested, grants without tokens, unused
 * self-registered clients, and old counts of attempts.
 */
export async function purgeOauth(db: Db): Promise<void> {
  for (;;) {
    if ((await deleteExpiredArtifacts(db, BATCH)).length < BATCH) break;
  }
  for (;;) {
    if ((await deleteOldRefreshes(db, REPEAT_SECONDS, BATCH)).length < BATCH) break;
  }
  await deleteEmptyGrants(db);
  await deleteUnusedClients(db, UNUSED_REGISTRATION_DAYS);
  await deleteOldAttempts(db);
}
