import type { Db } from '../../base/db.ts';
import { deleteMailing, deleteRecipients, findExpired } from './queries.ts';

/** Mailings of one run, and recipients of one statement: each is short, and the next run goes on. */
const MAX_MAILINGS = 20;
const MAX_RECIPIENTS_AT_ONCE = 5_000;

/** Deletes mailings that ended more than `retentionDays` days ago, recipients first; safe to repeat after a crash. */
export async function purgeMailings(db: Db, retentionDays: number): Promise<void> {
  for (const { account_id: accountId, id, recipients } of await findExpired(db, retentionDays, MAX_MAILINGS)) {
    for (let from = 1; from <= recipients; from += MAX_RECIPIENTS_AT_ONCE) {
      await deleteRecipients(db, accountId, id, from, from + MAX_RECIPIENTS_AT_ONCE - 1);
    }
    await deleteMailing(db, accountId, id);
  }
}
