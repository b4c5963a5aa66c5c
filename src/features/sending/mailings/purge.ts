import type { Db } from '../../../base/db.ts';
import { deleteEnded, deleteUnusedTemplates } from './queries.ts';

/** Mailings, and templates, of one run; the next run goes on. */
const MAX_DELETED = 1_000;

/**
 * Forgets mailings without an owner that ended more than `retentionDays` days ago, and templates that no mailing has any
 * more. What is kept of recipients goes with their days. Safe to repeat after a crash.
 */
export async function purgeMailings(db: Db, retentionDays: number): Promise<void> {
  await deleteEnded(db, retentionDays, MAX_DELETED);
  await deleteUnusedTemplates(db, MAX_DELETED);
}
