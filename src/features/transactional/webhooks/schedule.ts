import type { OutgoingAnswer } from '../../../http/outgoing/types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From the end of an attempt to the next one (specification, Events, rule 2). */
export const RETRY_DELAYS_MS: readonly number[] = [MINUTE_MS, 15 * MINUTE_MS, 2 * HOUR_MS, 18 * HOUR_MS];

/** The first attempt and one a retry. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** What a receiver may ask for at most with Retry-After: the longest pause that the schedule has anyhow. */
export const MAX_RETRY_AFTER_MS = 18 * HOUR_MS;

/** Statuses whose Retry-After is heard (RFC 6585 section 4, RFC 9110 section 15.6.4). */
const ASKS_TO_WAIT: readonly number[] = [429, 503];
const GONE = 410;

/** Column webhook_delivery.state, in the order of DELIVERY_STATES. */
export const STATE = { waiting: 0, received: 1, givenUp: 2, held: 3 } as const;

/** Instead of an answer: nothing was sent, for a reason of this server's that stays until somebody mends it. */
export interface Unsent {
  readonly kind: 'unsent';
  readonly reason: string;
}

/** What an answer says about its attempt. */
export type Verdict = 'received' | 'gone' | 'failed';

/** What becomes of a delivery after an attempt. */
export interface NextStep {
  /** Column webhook_delivery.state. */
  readonly state: number;
  /** From the end of the attempt to the next; null when there is none. */
  readonly delayMs: number | null;
}

/** Any 2xx is received (specification, Events, rule 1), 410 wants no more; everything else, redirects too, failed. */
export function verdictOf(answer: OutgoingAnswer | Unsent): Verdict {
  if (answer.kind !== 'answered') return 'failed';
  if (answer.status >= 200 && answer.status <= 299) return 'received';
  return answer.status === GONE ? 'gone' : 'failed';
}

/**
 * Decides what follows from an attempt, of which `attempts` were made before; pure. A receiver that is gone has the
 * delivery held when it is the webhook's own URL, and given up when it is another.
 */
export function nextStep(
  answer: OutgoingAnswer | Unsent,
  { attempts, isOwnUrl, nowMs }: { readonly attempts: number; readonly isOwnUrl: boolean; readonly nowMs: number },
): NextStep {
  const verdict = verdictOf(answer);
  if (verdict === 'received') return { state: STATE.received, delayMs: null };
  if (verdict === 'gone') return { state: isOwnUrl ? STATE.held : STATE.givenUp, delayMs: null };
  const scheduled = RETRY_DELAYS_MS[attempts];
  if (scheduled === undefined) return { state: STATE.givenUp, delayMs: null };
  return { state: STATE.waiting, delayMs: Math.max(scheduled, askedPauseMs(answer, nowMs)) };
}

/**
 * How long the receiver asks to be left alone (Retry-After, RFC 9110 section 10.2.3: seconds or a date), 0 when it does
 * not. It makes a retry later, never earlier, and does not change how many there are.
 */
function askedPauseMs(answer: OutgoingAnswer | Unsent, nowMs: number): number {
  if (answer.kind !== 'answered' || !ASKS_TO_WAIT.includes(answer.status)) return 0;
  const text = answer.headers['retry-after']?.trim() ?? '';
  const asked = /^\d{1,15}$/.test(text) ? Number(text) * 1000 : dateOf(text) - nowMs;
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_RETRY_AFTER_MS) : 0;
}

/** HTTP dates alone: what else Date.parse takes for a date is none here. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
