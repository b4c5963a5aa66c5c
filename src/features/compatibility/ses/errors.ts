import type { ProblemName } from '../../../http/problems.ts';

/** How a problem of ours is called in Amazon's APIs. */
export interface AwsError {
  readonly status: number;
  /** In the newer API, by which clients choose what they throw. */
  readonly type: string;
  /** In the older one. */
  readonly code: string;
}

const BAD_REQUEST: AwsError = { status: 400, type: 'BadRequestException', code: 'InvalidParameterValue' };
const DENIED: AwsError = { status: 403, type: 'AccessDeniedException', code: 'AccessDenied' };
const PAUSED: AwsError = { status: 400, type: 'SendingPausedException', code: 'AccountSendingPausedException' };
const UNAVAILABLE: AwsError = { status: 503, type: 'ServiceUnavailable', code: 'ServiceUnavailable' };
const UNVERIFIED: AwsError = {
  status: 400,
  type: 'MailFromDomainNotVerifiedException',
  code: 'MailFromDomainNotVerifiedException',
};

/** Those that are no bad request. */
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
  domain_not_verified: UNVERIFIED,
  sandbox_recipient_not_allowed: { status: 400, type: 'MessageRejected', code: 'MessageRejected' },
  not_found: { status: 404, type: 'NotFoundException', code: 'InvalidAction' },
  method_not_allowed: { status: 404, type: 'NotFoundException', code: 'InvalidAction' },
  rate_limit_exceeded: { status: 429, type: 'TooManyRequestsException', code: 'Throttling' },
  // Clients repeat what is throttled, within seconds: a day that is used up is not to be asked for three times.
  daily_quota_exceeded: PAUSED,
  monthly_quota_exceeded: PAUSED,
  concurrent_idempotent_requests: UNAVAILABLE,
  service_unavailable: UNAVAILABLE,
  internal_server_error: { status: 500, type: 'InternalServiceErrorException', code: 'InternalFailure' },
};

/** A problem as clients of Amazon SES know it. */
export function awsErrorOf(name: ProblemName): AwsError {
  return ERRORS[name] ?? BAD_REQUEST;
}
