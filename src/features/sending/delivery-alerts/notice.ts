import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { UserMail } from '../../../mail/languages/emails.ts';
import { senderMail, siteMail } from './alert-mail.ts';
import { operatorAccount, purgeAlerts, takeSenderAlerts, takeSiteAlerts } from './queries.ts';

/** Maximum number of sender alerts per run, and of problems in an email to the operator. */
const MAX_NOTIFIED = 50;
/**
 * Number of policy rejections, or of connection failures with another route, that cause a notification to the operator.
 * Fewer of them may be caused by individual messages.
 */
const MIN_BLOCKED = 5;

interface NoticeParts {
  readonly db: Database;
  readonly log: Log;
  /** Queues an email to the owner of an account. */
  readonly sendNotice: (tx: Tx, mail: UserMail) => Promise<void>;
}

/**
 * Notifies owners of problems with their sender domains, and notifies the operator of receivers that reject email from
 * this installation or temporarily do not accept it. Reports each problem at most once a day. Queues an email and marks
 * its problems as reported in the same transaction. If there is no operator account, logs a warning instead. Also
 * deletes alerts without events for 30 days.
 */
export async function noticeDeliveryAlerts({ db, log, sendNotice }: NoticeParts): Promise<void> {
  await purgeAlerts(db);
  await db.transaction(async (tx) => {
    for (const row of await takeSenderAlerts(tx, MAX_NOTIFIED)) {
      await sendNotice(tx, {
        accountId: row.account_id,
        to: row.email,
        write: (language) => senderMail(language, row),
      });
    }
  });
  await db.transaction(async (tx) => {
    const alerts = await takeSiteAlerts(tx, MIN_BLOCKED, MAX_NOTIFIED);
    if (alerts.length === 0) return;
    const [operator] = await operatorAccount(tx);
    if (!operator) {
      log.warn('Receivers are delaying email, but there is no operator account to notify', {
        receivers: alerts.length,
      });
      return;
    }
    await sendNotice(tx, {
      accountId: operator.account_id,
      to: operator.email,
      write: (language) => siteMail(language, alerts),
    });
  });
}
