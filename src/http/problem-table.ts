import type { RefusalCode } from '../base/refusal.ts';

/** Names of all problems: the codes of a `Refusal`, and errors that the server itself detects. */
export type ProblemName =
  | RefusalCode
  | 'malformed_request'
  | 'expectation_failed'
  | 'header_fields_too_large'
  | 'internal_server_error';

/** A row of `problemTable`: the status, and the default message and fix. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  /** Fix: what the caller can do to solve the problem. */
  readonly fix: string;
}

/** All errors of the API, with their statuses, messages, and fixes. `docs/errors.md` is generated from this table. */
export const problemTable: Readonly<Record<ProblemName, Problem>> = {
  malformed_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    fix: 'Send a well-formed HTTP/1.1 request. To find the problem, compare your request with a request from `curl -v`.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The `Idempotency-Key` header is empty or too long.',
    fix: 'Send an idempotency key of 1 to 256 characters. Only the Resend-compatible endpoint returns this code. Other endpoints return `validation_error`.',
  },
  audience_required: {
    status: 400,
    message: 'The campaign has no audience. Add at least one list, tag, or segment.',
    fix: 'Set at least one of `lists`, `to_contact_tags`, and `segments`, then send the campaign again.',
  },
  missing_api_key: {
    status: 401,
    message: 'The request has no API key.',
    fix: 'Send the `Authorization: Bearer <API_KEY>` header.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is invalid or revoked.',
    fix: 'Send an API key from this installation as `Authorization: Bearer <API_KEY>`. Create a key in the dashboard under API keys, or with `postrider key create`.',
  },
  invalid_signature: {
    status: 401,
    message: 'The request signature does not match the secret access key.',
    fix: 'Check the secret access key and the client’s clock. Proxies must not change the path, the query, or the `Host` header. Only requests from Amazon SES clients are signed.',
  },
  session_expired: {
    status: 401,
    message: 'The session has ended.',
    fix: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    message: 'The email address, password, or code is incorrect.',
    fix: 'Check your entries and try again, or request a password reset link.',
  },
  plan_required: {
    status: 402,
    message: 'API access requires a paid plan.',
    fix: 'Ask the operator to move the account to a plan that includes the API.',
  },
  contact_limit_exceeded: {
    status: 402,
    message: 'The plan’s contact limit is reached.',
    fix: 'Delete contacts that you do not need, or ask the operator to move the account to a larger plan.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The API key does not have the scope that this request requires.',
    fix: 'Use a key that has the required scope. The dashboard lists the scopes of each key under API keys.',
  },
  forbidden: {
    status: 403,
    message: 'You do not have permission to do this.',
    fix: 'Check that the resource belongs to your account. An owner or admin of the account can change your role.',
  },
  cross_site_request: {
    status: 403,
    message: 'The request came from a page on another site.',
    fix: 'Open the dashboard at its own URL and try again. Programs must use an API key instead of a session.',
  },
  account_restricted: {
    status: 403,
    message: 'The account is restricted.',
    fix: 'Open the account status page at `account_status_url` to see the reason and how to lift the restriction.',
  },
  feature_not_available: {
    status: 403,
    message: 'Transactional email is not enabled for this account.',
    fix: 'Ask the operator to enable transactional email for the account.',
  },
  domain_not_verified: {
    status: 403,
    message: 'The domain of `from` is not verified.',
    fix: 'Add the domain in the dashboard under Domains, publish the DNS records shown there, then verify the domain.',
  },
  sandbox_recipient_not_allowed: {
    status: 403,
    message: "The sandbox sender can send only to the account's own address and to the test addresses.",
    fix: 'Send to your own address or to a test address, or send from a verified domain.',
  },
  recipient_suppressed: {
    status: 403,
    message: "A recipient is on the account's suppression list.",
    fix: 'Remove the recipient from the request. If the recipient accepts email again, remove the address from the suppression list.',
  },
  account_paused: {
    status: 403,
    message: 'Sending is paused for review.',
    fix: 'Ask the operator to review the account and resume sending.',
  },
  campaign_held: {
    status: 403,
    message: 'A safeguard has put the campaign on hold.',
    fix: 'See `safeguard` and `limits` for the cause. Try again after the time in `lifts_at`. If `lifts_at` is null, follow the instructions in the message.',
  },
  not_found: {
    status: 404,
    message: 'The resource was not found.',
    fix: 'Check the path and the ID. The API also returns this error for resources of other accounts.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This URL does not support this method.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    fix: 'Send the request without pauses, use a faster connection, or split the request into smaller requests.',
  },
  conflict: {
    status: 409,
    message: 'The request conflicts with the current state of the resource.',
    fix: 'Resolve the conflict, then retry the request.',
  },
  invalid_idempotent_request: {
    status: 409,
    message: 'The `Idempotency-Key` was used within the last 24 hours for a request with a different body.',
    fix: 'Use a new key for a new message. To get the original response, retry the request with the original body.',
  },
  concurrent_idempotent_requests: {
    status: 409,
    message: 'A request with the same `Idempotency-Key` is still in progress.',
    fix: 'Wait a few seconds, then retry the request. The API then returns the response to the first request.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is too large.',
    fix: 'Send less data per request, for example fewer items.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The content type of the request body is not supported.',
    fix: 'Send JSON with `Content-Type: application/json`, uncompressed and in UTF-8.',
  },
  expectation_failed: {
    status: 417,
    message: 'The server does not support the value of the `Expect` header.',
    fix: 'Remove the header, or send `Expect: 100-continue`.',
  },
  validation_error: {
    status: 422,
    message: 'The request has invalid fields.',
    fix: 'Correct the fields named in `errors` and send the request again.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests.',
    fix: 'Wait the number of seconds in the `Retry-After` header, then send requests more slowly.',
  },
  daily_quota_exceeded: {
    status: 429,
    message: 'The plan’s daily sending limit is reached.',
    fix: 'Wait until the limit resets at midnight UTC, or upgrade the plan.',
  },
  monthly_quota_exceeded: {
    status: 429,
    message: 'The plan’s monthly sending limit is reached.',
    fix: 'Upgrade the plan or enable overage. The limit resets at midnight UTC on the first day of the month.',
  },
  header_fields_too_large: {
    status: 431,
    message: 'The request headers are too large.',
    fix: 'Send at most 16 KB of headers. Remove cookies and long custom headers.',
  },
  internal_server_error: {
    status: 500,
    message: 'An internal error occurred.',
    fix: 'Try again. If the error persists, send the `request_id` to the operator. The server log contains the cause.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable.',
    fix: 'Wait the number of seconds in the `Retry-After` header, then retry the request.',
  },
};
