import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { Acceptance, Accepted } from './submission.ts';

/**
 * Returns the response to an accepted or replayed submission. For any other submission, throws the corresponding error.
 */
export function requireAccepted(acceptance: Acceptance, { account }: Principal, countedMails: number): Accepted {
  switch (acceptance.kind) {
    case 'accepted':
    case 'replayed':
      return acceptance.answer;
    case 'conflict':
      throw new Refusal('invalid_idempotent_request');
    case 'suppressed':
      throw new Refusal('recipient_suppressed', {
        message: `These recipients are on the account's suppression list: ${acceptance.addresses}.`,
      });
    case 'monthly':
      throw new Refusal('monthly_quota_exceeded', {
        message:
          `The ${account.plan} plan allows ${shown(account.quota.monthlyLimit)} emails per month. The number of emails in ` +
          `this request (${countedMails}) exceeds the remaining quota.`,
        retryAfterSeconds: acceptance.countedAnewInSeconds,
      });
    case 'daily':
      throw new Refusal('daily_quota_exceeded', {
        message:
          `The ${account.plan} plan allows ${shown(account.quota.dailyLimit)} emails per day. The number of emails in ` +
          `this request (${countedMails}) exceeds the remaining quota.`,
        retryAfterSeconds: acceptance.countedAnewInSeconds,
      });
  }
}

function shown(limit: number | undefined): string {
  return limit === undefined ? 'unlimited' : limit.toLocaleString('en');
}
