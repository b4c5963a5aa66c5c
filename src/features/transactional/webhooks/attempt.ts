import type { Clock } from '../../../base/clock.ts';
import { presentId } from '../../../base/ids.ts';
import type { OutgoingAnswer } from '../../../http/outgoing/types.ts';
import type { Unsent } from './schedule.ts';
import type { Sign } from './signature.ts';
import type { WebhookFormat, WebhookRequest } from './types.ts';

/** Time limit of an attempt in milliseconds. */
export const ATTEMPT_DEADLINE_MS = 15_000;
/** Maximum stored size of a response body, in bytes. */
export const MAX_ANSWER_BYTES = 8 * 1024;

/** Posts to a user-defined URL. Resolves before the deadline, with or without a response. */
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

/** A delivery that this process has leased and can send. */
export interface ReadyDelivery {
  readonly accountId: number;
  readonly id: string;
  readonly eventId: string;
  readonly epoch: number;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly body: Buffer;
  readonly format: WebhookFormat;
  /** Target URL. `isOwnUrl` is false if the delivery has a URL other than the webhook's. */
  readonly url: string;
  readonly isOwnUrl: boolean;
}

/** A finished attempt to record. Has no body and no format if the payload could not be created. */
export interface FinishedAttempt {
  readonly delivery: Omit<ReadyDelivery, 'body' | 'format'> & {
    readonly body: Buffer | null;
    readonly format: WebhookFormat | null;
  };
  readonly answer: OutgoingAnswer | Unsent;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/**
 * Returns the request for an attempt at `nowMs`. The ID and the bytes are the same in every attempt. The signature is
 * new, because it includes the time.
 */
export function requestOf(
  { body, eventId, format, url }: Pick<ReadyDelivery, 'body' | 'eventId' | 'format' | 'url'>,
  sign: Sign,
  nowMs: number,
): WebhookRequest {
  // Leave the ID empty in the native format, because its signature does not include the ID.
  const id = format === 'native' ? '' : presentId('whd', eventId);
  const signature = sign(format, id, Math.floor(nowMs / 1000), body);
  return {
    url,
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'Postrider-Webhooks/1', ...signature },
  };
}

/** Makes an attempt. Rejects only if the request cannot be signed. */
export async function attempt(
  parts: { readonly clock: Clock; readonly post: Post; readonly signal: AbortSignal },
  delivery: ReadyDelivery,
  sign: Sign,
): Promise<FinishedAttempt & { readonly answer: OutgoingAnswer }> {
  const { clock, post, signal } = parts;
  const startedAtMs = clock.now();
  const { body, headers, url } = requestOf(delivery, sign, startedAtMs);
  const [deadlineMs, maxAnswerBytes] = [ATTEMPT_DEADLINE_MS, MAX_ANSWER_BYTES];
  // Accept an incomplete response, because the receiver has the event once the status line has arrived.
  const answer = await post(url, { headers, body, deadlineMs, maxAnswerBytes, bodyMayBreakOff: true, signal });
  return { delivery, answer, startedAtMs, finishedAtMs: clock.now() };
}
