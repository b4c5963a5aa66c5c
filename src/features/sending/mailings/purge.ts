import type { Db } from '../../../base/db.ts';
import { deleteEnded, deleteUnusedTemplates } from './queries.ts';

/** Maximum number of mailings, and of templates, that one run deletes. The next run deletes the rest. */
const MAX_DELETED = 1_000;

/**
 * Deletes mailings without an owner that ended more than `retentionDays` days ago, and unused templates. The
 * recipients' data is in daily partitions, which another job drops. Safe to repeat after a crash.
 */
export async function purgeMailings(db: Db, retentionDays: number): Promise<void> {
  await deleteEnded(db, retentionDays, MAX_DELETED);
  await deleteUnusedTemplates(db, MAX_DELETED);
}
