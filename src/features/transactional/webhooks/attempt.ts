import type { Clock } from '../../../base/clock.ts';
import { presentId } from '../../../base/ids.ts';
import type { OutgoingAnswer } from '../../../http/outgoing/types.ts';
import type { Unsent } from './schedule.ts';
import type { Sign } from './signature.ts';
import type { WebhookFormat, WebhookRequest } from './types.ts';

/** An attempt ends within this, whatever the receiver does. */
export const ATTEMPT_DEADLINE_MS = 15_000;
/** Of an answer's body so much is kept. */
export const MAX_ANSWER_BYTES = 8 * 1024;

/** Makes a request to an address that somebody chose; resolves also when there is no answer, within the deadline. */
export type Post = (
  url: string,
  request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Buffer;
    readonly deadlineMs: number;
    readonly maxAnswerBytes: number;
    readonly bodyMayBreakOff: true;
    readonly signal?: AbortSignal;
  },
) => Promise<OutgoingAnswer>;

/** A delivery that is leased to this process and ready to be sent. */
export interface ReadyDelivery {
  readonly accountId: number;
  readonly id: string;
  readonly eventId: string;
  readonly epoch: number;
  /** Attempts finished before this one. */
  readonly attempts: number;
  readonly body: Buffer;
  readonly format: WebhookFormat;
  /** Where it goes, and whether that is the webhook's own URL. */
  readonly url: string;
  readonly isOwnUrl: boolean;
}

/** An attempt that is over, on its way into the database. What was never written has no body and no format. */
export interface FinishedAttempt {
  readonly delivery: Omit<ReadyDelivery, 'body' | 'format'> & {
    readonly body: Buffer | null;
    readonly format: WebhookFormat | null;
  };
  readonly answer: OutgoingAnswer | Unsent;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** The request of an attempt at `nowMs`: the same id and bytes in each, signed anew with its own timestamp. */
export function requestOf(
  { body, eventId, format, url }: Pick<ReadyDelivery, 'body' | 'eventId' | 'format' | 'url'>,
  sign: Sign,
  nowMs: number,
): WebhookRequest {
  // The native way signs no id.
  const id = format === 'native' ? '' : presentId('whd', eventId);
  const signature = sign(format, id, Math.floor(nowMs / 1000), body);
  return {
    url,
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'Postrider-Webhooks/1', ...signature },
  };
}

/** Makes one attempt; rejects only where the request cannot be signed. */
export async function attempt(
  parts: { readonly clock: Clock; readonly post: Post; readonly signal: AbortSignal },
  delivery: ReadyDelivery,
  sign: Sign,
): Promise<FinishedAttempt & { readonly answer: OutgoingAnswer }> {
  const { clock, post, signal } = parts;
  const startedAtMs = clock.now();
  const { body, headers, url } = requestOf(delivery, sign, startedAtMs);
  const [deadlineMs, maxAnswerBytes] = [ATTEMPT_DEADLINE_MS, MAX_ANSWER_BYTES];
  // The receiver has the event with its status line, and nothing in the body changes that.
  const answer = await post(url, { headers, body, deadlineMs, maxAnswerBytes, bodyMayBreakOff: true, signal });
  return { delivery, answer, startedAtMs, finishedAtMs: clock.now() };
}
