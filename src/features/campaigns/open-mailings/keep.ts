import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { cancelMailing, closeMailing, removeMailing } from '../../sending/mailings/index.ts';
import { CLOSED_AFTER_SECONDS, PURGE_AFTER_DAYS, MAX_KEPT } from './limits.ts';
import { deleteMail, mailsOf, mailsToClose, mailsToForget, markClosed, markReplaced } from './queries.ts';

/** Marks the open mailings of confirmation or automation emails as replaced, so that no more recipients are added. */
export async function replaceOpenMailings(tx: Tx, accountId: number, campaignIds: readonly number[]): Promise<void> {
  await markReplaced(tx, accountId, campaignIds);
}

/** Cancels the mailings of confirmation or automation emails, including queued messages. Idempotent. */
export async function cancelOpenMailings(
  db: Database,
  accountId: number,
  campaignIds: readonly number[],
): Promise<void> {
  await markReplaced(db, accountId, campaignIds);
  for (const { mailing_id: mailingId } of await mailsOf(db, accountId, campaignIds)) {
    await cancelMailing(db, accountId, mailingId);
  }
}

/** Ages after which replaced mailings are closed and closed mailings are deleted. */
export interface RetentionTimes {
  readonly closedAfterSeconds: number;
  readonly forgottenAfterDays: number;
}

const TIMES: RetentionTimes = { closedAfterSeconds: CLOSED_AFTER_SECONDS, forgottenAfterDays: PURGE_AFTER_DAYS };

/**
 * Closes mailings that were replaced, and deletes mailings that were closed long ago. Each mailing has its own
 * transaction, so that a failure does not affect other mailings. Idempotent.
 */
export async function keepOpenMailings(
  { db, log }: { readonly db: Database; readonly log: Log },
  times: RetentionTimes = TIMES,
): Promise<void> {
  for (const row of await mailsToClose(db, times.closedAfterSeconds, MAX_KEPT)) {
    const { account_id: accountId, campaign_id: campaignId, mailing_id: mailingId } = row;
    try {
      await db.transaction(async (tx) => {
        await closeMailing(tx, accountId, mailingId);
        await markClosed(tx, accountId, campaignId, mailingId);
      });
    } catch (error) {
      log.error('Replaced mailing could not be closed', { ...row, error });
    }
  }
  for (const row of await mailsToForget(db, times.forgottenAfterDays, MAX_KEPT)) {
    const { account_id: accountId, campaign_id: campaignId, mailing_id: mailingId } = row;
    try {
      await db.transaction(async (tx) => {
        // `removeMailing` returns false while delivery attempts for the mailing are in progress. The next run tries
        // again.
        if (await removeMailing(tx, accountId, mailingId)) await deleteMail(tx, accountId, campaignId, mailingId);
      });
    } catch (error) {
      log.error('Closed mailing could not be removed', { ...row, error });
    }
  }
}
