import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { MailingClass } from '../../../mail/mail-class.ts';
import { classInWords, readAccount, restrictedSentence } from '../../tenants/accounts/index.ts';
import { held } from './held.ts';

/** Throws account_restricted, account_paused or campaign_held if the account cannot send email of this class now. */
export async function requireSendingAllowed(db: Db, accountId: number, mailClass: MailingClass): Promise<void> {
  const account = await readAccount(db, accountId);
  if (!account) throw new Error(`Account ${accountId} not found`);
  if (account.restrictedAt) {
    const message = restrictedSentence(account.restrictedAt, account.restrictedReason);
    throw new Refusal('account_restricted', { message });
  }
  if (account.closedAt)
    throw new Refusal('account_paused', { message: 'The account was deleted and cannot send email.' });
  if (account.pausedAt) {
    const because = account.pauseReason ? `: ${account.pauseReason}` : '';
    const since = account.pausedAt.toISOString();
    const message = `Sending has been paused for review since ${since}${because}.`;
    throw held({ safeguard: 'account', message, limits: { paused_at: since } }, 'account_paused');
  }
  const pause = account.pausedClasses.find((one) => one.mailClass === mailClass);
  if (!pause) return;
  const since = pause.since.toISOString();
  throw held({
    safeguard: 'mail_class',
    message: `The account’s ${classInWords(mailClass)} have been paused since ${since}: ${pause.reason}`,
    fix: 'Fix the cause, then request a review on the account’s status page.',
    limits: { mail_class: mailClass, paused_at: since },
  });
}
