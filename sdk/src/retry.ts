/** Pauses double from the first to the last; what the server asks for with Retry-After may be longer. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 8_000;
/** Longest Retry-After that is listened to at all: a day. Beyond it, nobody waits. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** 429 and 503 are the server's; 502 and 504 are those of a proxy that did not reach it. */
const RETRIED_STATUSES = [429, 502, 503, 504];
/** Refusals with 429 that no pause within reach mends. */
const LASTING = ['daily_quota_exceeded', 'monthly_quota_exceeded'];
/** The request before, with the same key, is still under way: its answer will come. */
const UNDER_WAY = 'concurrent_idempotent_requests';

/** What came of an attempt that failed; without a status there was no answer. */
export interface Failure {
  readonly status?: number | undefined;
  /** Name of the error in the answer. */
  readonly name?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** What is left for further attempts. */
export interface RetryBudget {
  /** Attempts that were made. */
  readonly attempts: number;
  readonly maxRetries: number;
  /** Of the total deadline. */
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * How long to pause before the request is sent again, undefined when it is not: the failure may not mend itself, the
 * attempts are used up, or the pause would outlast the deadline. Only for requests that may be repeated.
 */
export function pauseBeforeRetryMs(failure: Failure, budget: RetryBudget): number | undefined {
  const isAllowed = budget.attempts <= budget.maxRetries;
  if (!isAllowed || !mayMend(failure)) return undefined;
  const backOffMs = Math.min(FIRST_PAUSE_MS * 2 ** (budget.attempts - 1), LAST_PAUSE_MS);
  // Half of the pause is chance: clients that were refused together do not come back together.
  const chosenMs = backOffMs * (0.5 + budget.random / 2);
  const askedMs = failure.retryAfterMs === undefined ? 0 : failure.retryAfterMs + budget.random * FIRST_PAUSE_MS;
  const pauseMs = Math.max(chosenMs, askedMs);
  return pauseMs < budget.remainingMs ? pauseMs : undefined;
}

function mayMend({ status, name }: Failure): boolean {
  if (status === undefined || name === UNDER_WAY) return true;
  return RETRIED_STATUSES.includes(status) && !LASTING.includes(name ?? '');
}

/** Milliseconds that Retry-After asks for: seconds, or a date that is compared with `Date` (RFC 9110, 10.2.3). */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) * 1000;
  const untilMs = Date.parse(text);
  const sentMs = Date.parse(headers.get('date') ?? '');
  if (text === '' || Number.isNaN(untilMs) || Number.isNaN(sentMs)) return undefined;
  return Math.min(Math.max(untilMs - sentMs, 0), MAX_RETRY_AFTER_SECONDS * 1000);
}
