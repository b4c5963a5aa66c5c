import type { RefusalCode } from '../base/refusal.ts';

/** Names of every problem an answer may carry: the refusals, and what the server itself meets on the wire. */
export type ProblemName =
  | RefusalCode
  | 'malformed_request'
  | 'expectation_failed'
  | 'header_fields_too_large'
  | 'internal_server_error';

/** A row of the table: the status, and what a refusal says when it says nothing of its own. */
export interface Problem {
  readonly status: number;
  readonly message: string;
  /** What the caller can do about it. */
  readonly fix: string;
}

/** Every error of the API: the only home of statuses, messages and remedies. `docs/errors.md` is made from it. */
export const problemTable: Readonly<Record<ProblemName, Problem>> = {
  malformed_request: {
    status: 400,
    message: 'The request is not valid HTTP.',
    fix: 'Send a well-formed HTTP/1.1 request; compare it with what `curl -v` sends.',
  },
  invalid_idempotency_key: {
    status: 400,
    message: 'The Idempotency-Key is empty or too long.',
    fix: 'Send a key of 1 to 256 characters. Only the compatible endpoint has this error; elsewhere it is validation_error.',
  },
  audience_required: {
    status: 400,
    message: 'The campaign says nobody who gets it: it has no lists, tags or segments. Give it one of these first.',
    fix: 'Give it one at least of `lists`, `to_contact_tags` and `segments`, and send it then.',
  },
  missing_api_key: {
    status: 401,
    message: 'The request has no API key.',
    fix: 'Send the header `Authorization: Bearer <API_KEY>`.',
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is wrong or revoked.',
    fix: 'Send a key of this installation as `Authorization: Bearer <API_KEY>`; the dashboard, under API keys, makes one, and so does `postrider key create`.',
  },
  invalid_signature: {
    status: 401,
    message: 'The signature is not the one that this request has with the secret access key.',
    fix: 'Check the secret access key and the clock of the program, and let proxies pass path, query and Host on as they are. Only requests of clients of Amazon SES are signed.',
  },
  session_expired: {
    status: 401,
    message: 'The session has ended.',
    fix: 'Sign in again.',
  },
  sign_in_failed: {
    status: 401,
    message: 'The address, the password or the code is wrong.',
    fix: 'Check them and try again, or have a link to set a new password sent to the address.',
  },
  plan_required: {
    status: 402,
    message: 'API access requires a paid plan.',
    fix: 'Ask the operator to move the account to a plan that includes the API.',
  },
  contact_limit_exceeded: {
    status: 402,
    message: 'The plan does not allow so many contacts.',
    fix: 'Delete contacts that are not needed, or ask the operator to move the account to a plan with more.',
  },
  insufficient_scope: {
    status: 403,
    message: 'The API key lacks the scope that this request needs.',
    fix: 'Use a key that has the scope; the dashboard, under API keys, shows the scopes of each key.',
  },
  forbidden: {
    status: 403,
    message: 'This caller may not do this.',
    fix: 'Use what belongs to your own account; an owner or an admin of the account can change roles.',
  },
  cross_site_request: {
    status: 403,
    message: 'A page of another site sent this request.',
    fix: 'Open the dashboard at its own address and try again; programs use an API key instead of a session.',
  },
  account_restricted: {
    status: 403,
    message: 'The account is restricted.',
    fix: 'See the account status page, whose address is in `account_status_url`, for the reason and what lifts it.',
  },
  feature_not_available: {
    status: 403,
    message: 'Transactional e-mail is not enabled on this account.',
    fix: 'Ask the operator to enable transactional e-mail for the account.',
  },
  domain_not_verified: {
    status: 403,
    message: 'The domain of `from` is not verified.',
    fix: 'Add the domain in the dashboard under Domains, set the DNS records that are shown for it and verify it.',
  },
  sandbox_recipient_not_allowed: {
    status: 403,
    message: "The sandbox sender writes to the account's own address and to the test addresses only.",
    fix: 'Send to your own address or to a test address, or send from a domain that you have verified.',
  },
  recipient_suppressed: {
    status: 403,
    message: "A recipient is on the account's suppression list.",
    fix: 'Leave the recipient out, or take the address off the suppression list if it can be reached again.',
  },
  account_paused: {
    status: 403,
    message: 'Sending is paused for review.',
    fix: 'Ask the operator to review the account and to resume sending.',
  },
  campaign_held: {
    status: 403,
    message: 'A gate holds the campaign back.',
    fix: 'See `gate` and its `limits`; try again at `lifts_at`, or do what the message says where that is null.',
  },
  not_found: {
    status: 404,
    message: 'There is nothing at this address.',
    fix: 'Check the path and the id; what belongs to another account is not found either.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not take this method.',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive in time.',
    fix: 'Send the whole request without pauses, over a faster connection or in smaller parts.',
  },
  conflict: {
    status: 409,
    message: 'What exists already does not allow this.',
    fix: 'Read what stands in the way, change that first, and send the request again.',
  },
  invalid_idempotent_request: {
    status: 409,
    message: 'The Idempotency-Key was used within 24 hours for a request with another body.',
    fix: 'Use a new key for a new message; send the same body to have the original answer again.',
  },
  concurrent_idempotent_requests: {
    status: 409,
    message: 'A request with the same Idempotency-Key is still under way.',
    fix: 'Wait a few seconds and send the same request again: it is answered as the first one was.',
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than this address takes.',
    fix: 'Send less at once, for example fewer items in several requests.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body has a type that this address does not take.',
    fix: 'Send JSON with `Content-Type: application/json`, uncompressed and in UTF-8.',
  },
  expectation_failed: {
    status: 417,
    message: 'The header Expect asks for what this server does not do.',
    fix: 'Leave the header out, or send `Expect: 100-continue`.',
  },
  validation_error: {
    status: 422,
    message: 'The request has fields that are not valid.',
    fix: 'Correct the fields named in `errors` and send the request again.',
  },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests.',
    fix: 'Wait the number of seconds in the `Retry-After` header, then go on more slowly.',
  },
  daily_quota_exceeded: {
    status: 429,
    message: 'The daily limit of the plan is used up.',
    fix: 'Wait until midnight UTC, when the count starts again, or upgrade the plan.',
  },
  monthly_quota_exceeded: {
    status: 429,
    message: 'The monthly limit of the plan is used up.',
    fix: 'Upgrade the plan or turn on overage; the count starts again on the first of the month, UTC.',
  },
  header_fields_too_large: {
    status: 431,
    message: 'The headers of the request are too large.',
    fix: 'Send at most 16 KB of headers; leave out cookies and long custom headers.',
  },
  internal_server_error: {
    status: 500,
    message: 'Something failed on our side.',
    fix: 'Try again; if it persists, give the operator the `request_id`, which the log names with the cause.',
  },
  service_unavailable: {
    status: 503,
    message: 'The service cannot take the request now.',
    fix: 'Wait the number of seconds in the `Retry-After` header and send the same request again.',
  },
};
