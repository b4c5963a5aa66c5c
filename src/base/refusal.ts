/**
 * Error codes that API clients can receive. `http/problem-table.ts` defines the status, message, and fix for each code.
 */
export type RefusalCode =
  | 'audience_required'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'invalid_signature'
  | 'session_expired'
  | 'sign_in_failed'
  | 'plan_required'
  | 'contact_limit_exceeded'
  | 'insufficient_scope'
  | 'forbidden'
  | 'cross_site_request'
  | 'account_restricted'
  | 'feature_not_available'
  | 'domain_not_verified'
  | 'sandbox_recipient_not_allowed'
  | 'recipient_suppressed'
  | 'account_paused'
  | 'campaign_held'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'conflict'
  | 'invalid_idempotency_key'
  | 'invalid_idempotent_request'
  | 'concurrent_idempotent_requests'
  | 'validation_error'
  | 'rate_limit_exceeded'
  | 'daily_quota_exceeded'
  | 'monthly_quota_exceeded'
  | 'service_unavailable';

/** Validation error messages, keyed by dotted field path. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Details of a safeguard that holds an object: the name and the limits of the safeguard, and the end of the hold. */
export interface SafeguardDetails {
  readonly safeguard: string;
  /** Measured values of the safeguard and their limits. Null means no limit. */
  readonly limits: Readonly<Record<string, number | string | null>>;
  /** Undefined if the hold does not end automatically. The message then explains how to end it. */
  readonly liftsAt?: Date | undefined;
}

/** Details of a `Refusal`. `http/problem-table.ts` has defaults for missing values. */
export interface RefusalDetails {
  readonly message?: string;
  readonly fix?: string;
  readonly errors?: FieldErrors;
  readonly retryAfterSeconds?: number;
  readonly held?: SafeguardDetails;
}

/** An expected rejection with a code from the table of problems. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? code);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** Returns a `Refusal` with the code `validation_error` and the given field errors. */
export function invalid(errors: FieldErrors): Refusal {
  return new Refusal('validation_error', { errors });
}

/** Returns one message per error, starting with the field, for example `subject is required.` */
export function fieldSentences(errors: FieldErrors = {}): string[] {
  return Object.entries(errors).flatMap(([field, sentences]) =>
    sentences.map((sentence) => (/^[a-z]/.test(sentence) ? `${field} ${sentence}` : `${field}: ${sentence}`)),
  );
}

/**
 * Returns the message, field errors, and fix of a `Refusal` as one string, for user interfaces that do not show errors
 * next to fields.
 */
export function sentenceOf({ details, message }: Refusal): string {
  const faults = fieldSentences(details.errors);
  return [details.message ?? (faults.length > 0 ? undefined : message), ...faults, details.fix]
    .filter((part) => part !== undefined)
    .join(' ');
}
