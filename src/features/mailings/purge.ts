import type { Database } from '../../base/db.ts';
import { cancelMailing } from './mailing.ts';
import { deleteMailing, deleteRecipients, findExpired, findForgotten } from './queries.ts';

/** Mailings of one run, and recipients of one statement: each is short, and the next run goes on. */
const MAX_MAILINGS = 20;
const MAX_RECIPIENTS_AT_ONCE = 5_000;

/**
 * Cancels mailings that were begun more than `retentionDays` days ago and are still paused or being prepared: the day of
 * their messages could not be dropped before. Then deletes those that ended so long ago, recipients first. Safe to repeat
 * after a crash.
 */
export async function purgeMailings(db: Database, retentionDays: number): Promise<void> {
  for (const { account_id: accountId, id } of await findForgotten(db, retentionDays, MAX_MAILINGS)) {
    await cancelMailing(
      db,
      accountId,
      id,
      `Neither resumed nor sent within the ${retentionDays} days for which mail is kept`,
    );
  }
  for (const { account_id: accountId, id, recipients } of await findExpired(db, retentionDays, MAX_MAILINGS)) {
    for (let from = 1; from <= recipients; from += MAX_RECIPIENTS_AT_ONCE) {
      await deleteRecipients(db, accountId, id, from, from + MAX_RECIPIENTS_AT_ONCE - 1);
    }
    await deleteMailing(db, accountId, id);
  }
}
