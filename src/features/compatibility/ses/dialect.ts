import { fieldSentences } from '../../../base/refusal.ts';
import type { Dialect } from '../../../http/dialect.ts';
import type { PresentedProblem, ProblemBody, ProblemName } from '../../../http/problems.ts';
import { isJsonPath, isQueryRoute, PREFIX, V2 } from './paths.ts';
import { errorXml, XML } from './xml.ts';

/** An error in the formats of both versions of Amazon's API. */
interface AwsError {
  readonly status: number;
  /** Error type in API v2, which determines the exception that clients throw. */
  readonly type: string;
  /** Error code in API v1. */
  readonly code: string;
}

const BAD_REQUEST: AwsError = { status: 400, type: 'BadRequestException', code: 'InvalidParameterValue' };
const DENIED: AwsError = { status: 403, type: 'AccessDeniedException', code: 'AccessDenied' };
const PAUSED: AwsError = { status: 400, type: 'SendingPausedException', code: 'AccountSendingPausedException' };
const UNAVAILABLE: AwsError = { status: 503, type: 'ServiceUnavailable', code: 'ServiceUnavailable' };
const REJECTED: AwsError = { status: 400, type: 'MessageRejected', code: 'MessageRejected' };

/** Amazon's errors by the name of our problem. All other problems are reported as BAD_REQUEST. */
const ERRORS: Partial<Record<ProblemName, AwsError>> = {
  missing_api_key: { status: 403, type: 'MissingAuthenticationTokenException', code: 'MissingAuthenticationToken' },
  invalid_api_key: { status: 403, type: 'UnrecognizedClientException', code: 'InvalidClientTokenId' },
  invalid_signature: { status: 403, type: 'SignatureDoesNotMatch', code: 'SignatureDoesNotMatch' },
  insufficient_scope: DENIED,
  forbidden: DENIED,
  feature_not_available: DENIED,
  plan_required: DENIED,
  account_restricted: { status: 400, type: 'AccountSuspendedException', code: 'AccountSendingPausedException' },
  account_paused: PAUSED,
  domain_not_verified: REJECTED,
  sandbox_recipient_not_allowed: REJECTED,
  conflict: { status: 400, type: 'AlreadyExistsException', code: 'AlreadyExists' },
  not_found: { status: 404, type: 'NotFoundException', code: 'InvalidAction' },
  method_not_allowed: { status: 404, type: 'NotFoundException', code: 'InvalidAction' },
  rate_limit_exceeded: { status: 429, type: 'TooManyRequestsException', code: 'Throttling' },
  // Not a throttling error, because clients would retry within seconds, long before the quota resets.
  daily_quota_exceeded: PAUSED,
  monthly_quota_exceeded: PAUSED,
  concurrent_idempotent_requests: UNAVAILABLE,
  service_unavailable: UNAVAILABLE,
  internal_server_error: { status: 500, type: 'InternalServiceErrorException', code: 'InternalFailure' },
};

const NOTHING_HERE = {
  message: 'The requested operation does not exist.',
  fix: `The Amazon SES API is available at the root and under ${PREFIX}: ${V2}/ (outbound-emails, outbound-bulk-emails, identities, templates, contact-lists, configuration-sets, account, suppression/addresses), and the version 1 actions SendEmail, SendRawEmail, SendTemplatedEmail, SendBulkTemplatedEmail, ListIdentities, and GetSendQuota.`,
};

/** Dialects for clients of Amazon SES: JSON for API v2 and XML for API v1. */
export const SES_DIALECTS: readonly Dialect[] = [
  {
    covers: isJsonPath,
    headers: () => ({}),
    problem: ({ body, headers }) => {
      const { status, type } = awsErrorOf(body.name);
      return {
        status,
        body: { message: messageOf(body) },
        headers: { ...retryOf(headers), 'x-amzn-errortype': type, 'x-amzn-requestid': body.request_id },
      };
    },
    notFound: () => NOTHING_HERE,
  },
  {
    covers: isQueryRoute,
    headers: () => ({}),
    problem: ({ body, headers }) => {
      const { code, status } = awsErrorOf(body.name);
      return {
        status: status === 429 ? 400 : status,
        body: errorXml({ code, message: messageOf(body), requestId: body.request_id, isOurs: status >= 500 }),
        headers: { ...retryOf(headers), 'content-type': XML, 'x-amzn-requestid': body.request_id },
      };
    },
    notFound: () => NOTHING_HERE,
  },
];

/** Omits the challenge for bearer tokens, which these clients do not understand. */
function retryOf(headers: PresentedProblem['headers']): Record<string, string> {
  const seconds = headers['retry-after'];
  return seconds === undefined ? {} : { 'retry-after': seconds };
}

/** Joins the error messages for the fields of a problem. Without such errors, returns the problem's message and fix. */
export function messageOf({ errors, fix, message }: Pick<ProblemBody, 'errors' | 'fix' | 'message'>): string {
  const sentences = fieldSentences(errors);
  return sentences.length > 0 ? sentences.join(' ') : `${message} ${fix}`;
}

/** Converts a problem to an error in Amazon's format. */
function awsErrorOf(name: ProblemName): AwsError {
  return ERRORS[name] ?? BAD_REQUEST;
}
