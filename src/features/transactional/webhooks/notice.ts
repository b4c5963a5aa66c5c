import type { Database, Tx } from '../../../base/db.ts';
import { shownTime, writeMail, type UserMail, type WrittenMail } from '../../../mail/languages/emails.ts';
import type { Language } from '../../../mail/languages/catalog.ts';
import { MIN_FAILING_REPORTED_MS, MIN_FAILURES_REPORTED } from './health.ts';
import { takeUnhealthy, type UnhealthyWebhookRow } from './queue-queries.ts';

/** Maximum number of owners notified per transaction. */
const MAX_NOTIFIED = 50;

interface NoticeParts {
  readonly db: Database;
  /** Queues an email to a user of the account. */
  readonly sendNotice: (tx: Tx, mail: UserMail) => Promise<void>;
}

/**
 * Notifies owners of webhooks whose receiver no longer exists or has been failing for a while. Records the notification
 * in the transaction that queues its email.
 */
export async function noticeWebhookTroubles({ db, sendNotice }: NoticeParts): Promise<void> {
  let reported = MAX_NOTIFIED;
  while (reported === MAX_NOTIFIED) {
    reported = await db.transaction(async (tx) => {
      const rows = await takeUnhealthy(tx, MIN_FAILURES_REPORTED, MIN_FAILING_REPORTED_MS / 1000, MAX_NOTIFIED);
      for (const row of rows) {
        const write = (language: Language): WrittenMail => noticeOf(language, row);
        await sendNotice(tx, { accountId: row.account_id, to: row.email, write });
      }
      return rows.length;
    });
  }
}

/** Returns the email about a failing or disabled webhook. Pure. */
export function noticeOf(
  language: Language,
  { failures, is_gone: isGone, last_failure: lastFailure, since, url }: UnhealthyWebhookRow,
): WrittenMail {
  const about = { url, since: shownTime(since) };
  return isGone
    ? writeMail(language, 'webhook_gone', about)
    : writeMail(language, 'webhook_failing', { ...about, failures, reason: lastFailure ?? '' });
}
