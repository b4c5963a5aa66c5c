import type { Database, Tx } from '../../../base/db.ts';
import { cancelMailing } from '../../sending/mailings/index.ts';
import { mailsOf, markReplaced } from './queries.ts';

/** Takes no more recipients of records that are deleted; what is queued is still sent. */
export async function replaceOpenMails(tx: Tx, accountId: number, campaignIds: readonly number[]): Promise<void> {
  await markReplaced(tx, accountId, campaignIds);
}

/** Begins no further mail of records, from within a second: not to those that are queued either. Safe to repeat. */
export async function cancelOpenMails(db: Database, accountId: number, campaignIds: readonly number[]): Promise<void> {
  await markReplaced(db, accountId, campaignIds);
  for (const { mailing_id: mailingId } of await mailsOf(db, accountId, campaignIds)) {
    await cancelMailing(db, accountId, mailingId);
  }
}
