import type { OutgoingAnswer } from '../../../http/outgoing/types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays in milliseconds from the end of an attempt to the next one. */
export const RETRY_DELAYS_MS: readonly number[] = [MINUTE_MS, 15 * MINUTE_MS, 2 * HOUR_MS, 18 * HOUR_MS];

/** Maximum number of attempts: the first one, plus one per delay. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Maximum delay in milliseconds that a receiver can request with Retry-After: the longest delay of the schedule. */
export const MAX_RETRY_AFTER_MS = 18 * HOUR_MS;

/** Response statuses for which Retry-After is respected (RFC 6585 section 4, RFC 9110 section 15.6.4). */
const ASKS_TO_WAIT: readonly number[] = [429, 503];
const GONE = 410;

/** Values of the column webhook_delivery.state, in the order of DELIVERY_STATES. */
export const STATE = { waiting: 0, received: 1, expired: 2, held: 3 } as const;

/** Result if nothing was sent because of a problem on this server that an operator must fix. */
export interface Unsent {
  readonly kind: 'unsent';
  readonly reason: string;
}

/** Result of an attempt. */
export type Verdict = 'received' | 'gone' | 'failed';

/** State of a delivery after an attempt. */
export interface NextStep {
  /** Value of the column webhook_delivery.state. */
  readonly state: number;
  /** Milliseconds from the end of the attempt to the next attempt. Null if there is no next attempt. */
  readonly delayMs: number | null;
}

/**
 * Classifies a response: with any 2xx status, the event was received, and with 410, the receiver no longer exists.
 * Everything else is a failure, including redirects.
 */
export function verdictOf(answer: OutgoingAnswer | Unsent): Verdict {
  if (answer.kind !== 'answered') return 'failed';
  if (answer.status >= 200 && answer.status <= 299) return 'received';
  return answer.status === GONE ? 'gone' : 'failed';
}

/**
 * Returns the state of a delivery after an attempt. `attempts` is the number of earlier attempts. If the receiver no
 * longer exists, a delivery to the webhook's own URL is held, and a delivery to another URL expires. Pure.
 */
export function nextStep(
  answer: OutgoingAnswer | Unsent,
  { attempts, isOwnUrl, nowMs }: { readonly attempts: number; readonly isOwnUrl: boolean; readonly nowMs: number },
): NextStep {
  const verdict = verdictOf(answer);
  if (verdict === 'received') return { state: STATE.received, delayMs: null };
  if (verdict === 'gone') return { state: isOwnUrl ? STATE.held : STATE.expired, delayMs: null };
  const scheduled = RETRY_DELAYS_MS[attempts];
  if (scheduled === undefined) return { state: STATE.expired, delayMs: null };
  return { state: STATE.waiting, delayMs: Math.max(scheduled, askedPauseMs(answer, nowMs)) };
}

/**
 * Returns the delay, in milliseconds, requested with Retry-After (seconds or a date, RFC 9110 section 10.2.3), or 0 if
 * no delay was requested. Retry-After can only defer a retry. The number of attempts stays the same.
 */
function askedPauseMs(answer: OutgoingAnswer | Unsent, nowMs: number): number {
  if (answer.kind !== 'answered' || !ASKS_TO_WAIT.includes(answer.status)) return 0;
  const text = answer.headers['retry-after']?.trim() ?? '';
  const asked = /^\d{1,15}$/.test(text) ? Number(text) * 1000 : dateOf(text) - nowMs;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS) : 0;
}

/** Parses an HTTP date. Date.parse alone would accept other formats. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
