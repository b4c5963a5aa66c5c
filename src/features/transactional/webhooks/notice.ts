import type { Database, Tx } from '../../../base/db.ts';
import { MIN_FAILING_REPORTED_MS, MIN_FAILURES_REPORTED } from './health.ts';
import { takeUnhealthy, type UnhealthyWebhookRow } from './queue-queries.ts';

/** Maximum number of owners notified per transaction. */
const MAX_NOTIFIED = 50;

interface NoticeParts {
  readonly db: Database;
  /** Queues an email to a user of the account. */
  readonly sendNotice: (
    tx: Tx,
    notice: { readonly accountId: number; readonly to: string; readonly subject: string; readonly text: string },
  ) => Promise<void>;
}

/**
 * Notifies owners of webhooks whose receiver no longer exists or has been failing for a while. Each owner is notified
 * at most once until the receiver succeeds again. The notification is recorded in the transaction that queues its
 * email.
 */
export async function noticeWebhookTroubles({ db, sendNotice }: NoticeParts): Promise<void> {
  let reported = MAX_NOTIFIED;
  while (reported === MAX_NOTIFIED) {
    reported = await db.transaction(async (tx) => {
      const rows = await takeUnhealthy(tx, MIN_FAILURES_REPORTED, MIN_FAILING_REPORTED_MS / 1000, MAX_NOTIFIED);
      for (const row of rows) await sendNotice(tx, { accountId: row.account_id, to: row.email, ...noticeOf(row) });
      return rows.length;
    });
  }
}

/** Returns the subject and text of an email about a failing webhook. Pure. */
export function noticeOf({ failures, is_gone: isGone, last_failure: lastFailure, since, url }: UnhealthyWebhookRow): {
  readonly subject: string;
  readonly text: string;
} {
  const when = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const paragraphs = isGone
    ? [
        `The receiver of your webhook, ${url}, returned 410 (gone) at ${when}. The webhook has been disabled.`,
        'New events are kept for 30 days. When the receiver is available again, or when you have changed the URL, enable the ' +
          'webhook (PATCH /transactional/webhook with "enabled": true). Then replay the held events ' +
          '(POST /transactional/webhook/replays).',
      ]
    : [
        `All requests to the receiver of your webhook, ${url}, have failed since ${when}. ${failures} consecutive requests have failed. The last error was:`,
        `"${lastFailure ?? 'no response'}"`,
        'Each delivery is retried after 1 minute, 15 minutes, 2 hours, and 18 hours. You can replay expired deliveries ' +
          'within 30 days (POST /transactional/webhook/replays). To see the responses of the receiver, call GET ' +
          '/transactional/webhook/deliveries.',
        'You will not receive another email about this problem until a request has succeeded.',
      ];
  return {
    subject: isGone ? 'Your webhook has been disabled' : 'Your webhook is failing',
    text: paragraphs.join('\n\n'),
  };
}
