import type { Log } from '../../../base/log.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ProblemBody, ProblemName } from '../../../http/problems.ts';
import type { VendorParts } from '../vendors/index.ts';
import { acceptMail } from './accept.ts';
import type { BulkEntry } from './bulk-request.ts';
import { messageOf } from './dialect.ts';

/** Result for one email of a bulk request. */
export interface BulkResult {
  readonly Status: string;
  readonly MessageId?: string;
  readonly Error?: string;
}

/** Statuses of bulk results, keyed by error code. All other errors are reported as invalid parameters of the email. */
const STATUSES: Partial<Record<ProblemName, string>> = {
  account_paused: 'ACCOUNT_SENDING_PAUSED',
  account_restricted: 'ACCOUNT_SUSPENDED',
  domain_not_verified: 'MAIL_FROM_DOMAIN_NOT_VERIFIED',
  sandbox_recipient_not_allowed: 'MESSAGE_REJECTED',
  insufficient_scope: 'MESSAGE_REJECTED',
  daily_quota_exceeded: 'ACCOUNT_DAILY_QUOTA_EXCEEDED',
  monthly_quota_exceeded: 'ACCOUNT_DAILY_QUOTA_EXCEEDED',
  concurrent_idempotent_requests: 'TRANSIENT_FAILURE',
  service_unavailable: 'TRANSIENT_FAILURE',
};

/**
 * Result that tells the client to send the entry again. The client repeats the request with the same ID, so that
 * entries that were already accepted are not sent twice.
 */
const TRY_AGAIN: BulkResult = {
  Status: 'TRANSIENT_FAILURE',
  Error: 'This entry was not accepted because of a temporary error. Send the entry again.',
};

/**
 * Sends each email of a bulk request separately, so that a rejected email does not affect the others. After an internal
 * error (such as an unavailable database), the remaining emails are not attempted, and the results tell the client
 * which emails to send again. Rejects if the error occurs before the first result.
 */
export async function sendBulk(
  parts: VendorParts & { readonly log: Log },
  principal: Principal,
  entries: readonly BulkEntry[],
  problem: (refusal: Refusal) => ProblemBody,
): Promise<readonly BulkResult[]> {
  const results: BulkResult[] = [];
  for (const entry of entries) {
    try {
      const id = await acceptMail(parts, principal, await entry());
      results.push({ Status: 'SUCCESS', MessageId: id });
    } catch (error) {
      if (error instanceof Refusal) {
        results.push({ Status: STATUSES[error.code] ?? 'INVALID_PARAMETER', Error: messageOf(problem(error)) });
        continue;
      }
      if (results.length === 0) throw error;
      parts.log.error('Emails of a bulk request could not be accepted', {
        mails: entries.length - results.length,
        error,
      });
      return entries.map((_, index) => results[index] ?? TRY_AGAIN);
    }
  }
  return results;
}
