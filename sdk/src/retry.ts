/**
 * Exponential backoff before jitter: the delay before the first retry, and the maximum delay. Until the maximum, each
 * delay is twice as long as the previous one. The server can request a longer delay with Retry-After.
 */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 8_000;
/** Maximum accepted value of Retry-After: one day. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** The server returns 429 and 503. Proxies return 502 and 504 if the server cannot be reached. */
const RETRIED_STATUSES = [429, 502, 503, 504];
/** Errors with status 429 that last too long for a retry. */
const LASTING = ['daily_quota_exceeded', 'monthly_quota_exceeded'];
/**
 * Error that the server returns while the previous request with the same key is still in progress. The response to that
 * request will be available soon.
 */
const UNDER_WAY = 'concurrent_idempotent_requests';

/** A failed attempt. The status is undefined if no response arrived. */
export interface Failure {
  readonly status?: number | undefined;
  /** Name of the error in the response. */
  readonly name?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * The data that limits retries: the number of attempts so far, the maximum number of retries, and the remaining time.
 */
export interface RetryBudget {
  /** Number of attempts so far. */
  readonly attempts: number;
  readonly maxRetries: number;
  /** Milliseconds until the deadline of the call. */
  readonly remainingMs: number;
  /** Random number in [0, 1). */
  readonly random: number;
}

/**
 * Returns the delay, in milliseconds, before the next retry. Returns undefined if the request must not be retried,
 * because the failure is permanent, no retries are left, or the delay would exceed the deadline. Call this function
 * only for requests that can safely be repeated.
 */
export function pauseBeforeRetryMs(failure: Failure, budget: RetryBudget): number | undefined {
  const isAllowed = budget.attempts <= budget.maxRetries;
  if (!isAllowed || !mayMend(failure)) return undefined;
  const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** (budget.attempts - 1), LAST_PAUSE_MS);
  // Up to half of the delay is random (jitter), so that clients that were rejected at the same time do not retry at the
  // same time.
  const chosenMs = backOffMs * (0.5 + budget.random / 2);
  const askedMs = failure.retryAfterMs === undefined ? 0 : failure.retryAfterMs + budget.random * FIRST_PAUSE_MS;
  const pauseMs = Math.max(chosenMs, askedMs);
  return pauseMs < budget.remainingMs ? pauseMs : undefined;
}

function mayMend({ status, name }: Failure): boolean {
  if (status === undefined || name === UNDER_WAY) return true;
  return RETRIED_STATUSES.includes(status) && !LASTING.includes(name ?? '');
}

/**
 * Returns the delay, in milliseconds, that the Retry-After header requests, at most one day. The header contains a
 * number of seconds, or a date, from which the date in the `Date` header is subtracted (RFC 9110 section 10.2.3).
 * Returns undefined if a header that it needs is missing or invalid.
 */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) * 1000;
  const untilMs = Date.parse(text);
  const sentMs = Date.parse(headers.get('date') ?? '');
  if (text === '' || Number.isNaN(untilMs) || Number.isNaN(sentMs)) return undefined;
  return Math.min(Math.max(untilMs - sentMs, 0), MAX_RETRY_AFTER_SECONDS * 1000);
}
