import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { senderMail, siteMail } from './alert-mail.ts';
import { operatorAccount, purgeAlerts, takeSenderAlerts, takeSiteAlerts } from './queries.ts';

/** Sender domains that are told of in one transaction, and receivers in one mail. */
const MAX_TOLD = 50;
/** Refusals by policy within a day from which on the operator is told: single ones are about single mails. */
const LEAST_BLOCKED = 5;

interface NoticeParts {
  readonly db: Database;
  readonly log: Log;
  /** Accepts a mail to somebody who looks after an account. */
  readonly sendNotice: (
    tx: Tx,
    notice: { readonly accountId: number; readonly to: string; readonly subject: string; readonly text: string },
  ) => Promise<void>;
}

/**
 * Tells owners of faults of their sender domains, and the operator of receivers that refuse or pause us: each at most once
 * a day. What is told and the mail that tells it are one transaction.
 */
export async function noticeDeliveryAlerts({ db, log, sendNotice }: NoticeParts): Promise<void> {
  await purgeAlerts(db);
  await db.transaction(async (tx) => {
    for (const row of await takeSenderAlerts(tx, MAX_TOLD)) {
      await sendNotice(tx, { accountId: row.account_id, to: row.email, ...senderMail(row) });
    }
  });
  await db.transaction(async (tx) => {
    const alerts = await takeSiteAlerts(tx, LEAST_BLOCKED, MAX_TOLD);
    if (alerts.length === 0) return;
    const [operator] = await operatorAccount(tx);
    if (operator) await sendNotice(tx, { accountId: operator.account_id, to: operator.email, ...siteMail(alerts) });
    else log.warn('Receivers delay email, but no operator account exists to notify', { receivers: alerts.length });
  });
}
