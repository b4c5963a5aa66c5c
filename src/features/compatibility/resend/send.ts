import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import type { Reply } from '../../../http/route.ts';
import {
  idempotencyKeyOf,
  sendBatch,
  sendMessage,
  type BatchItem,
  type Send,
  type SendParts,
} from '../../transactional/messages/index.ts';
import { shownId } from './ids.ts';
import { withRemedy } from './remedy.ts';

/** A batch request to the Resend-compatible API. */
export interface CompatBatch {
  readonly items: readonly BatchItem[];
  readonly headers: IncomingHttpHeaders;
  /** Returns the error object for a rejected item. */
  readonly problem: (refusal: Refusal) => ProblemBody;
}

/**
 * Sends one email. The status is exactly 200 on success, because one client treats all other statuses as failures and
 * sends the email again.
 */
export async function sendOne(
  parts: SendParts,
  principal: Principal,
  send: Send,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  const { answer, isReplayed } = await sendMessage(parts, principal, send, keyOf(headers));
  return succeeded({ ...answer, id: shownId(answer.id, headers) }, isReplayed);
}

/** Sends either the whole batch or nothing. Throws the error of the first rejected item. */
export async function sendStrictly(parts: SendParts, principal: Principal, batch: CompatBatch): Promise<Reply> {
  const key = keyOf(batch.headers);
  // Only report the first invalid item, because a batch may contain many invalid items.
  const faulty = batch.items.find(({ refusal }) => refusal);
  if (faulty?.refusal) throw faulty.refusal;
  const { answer, isReplayed } = await sendBatch(parts, principal, { ...batch, mode: 'all or none', key });
  return succeeded({ data: shownIds(batch, answer.data) }, isReplayed);
}

/** Sends the valid items of a batch and reports the invalid items with their indexes. */
export async function sendPermissively(parts: SendParts, principal: Principal, batch: CompatBatch): Promise<Reply> {
  const key = keyOf(batch.headers);
  const { answer, isReplayed } = await sendBatch(parts, principal, { ...batch, mode: 'each', key });
  const errors = answer.data.flatMap((result, index) =>
    result.id === null ? [{ index, message: withRemedy(result.error) }] : [],
  );
  return succeeded({ data: shownIds(batch, answer.data), errors }, isReplayed);
}

function shownIds({ headers }: CompatBatch, results: readonly { readonly id: string | null }[]): { id: string }[] {
  return results.flatMap(({ id }) => (id === null ? [] : [{ id: shownId(id, headers) }]));
}

/**
 * Returns the request's Idempotency-Key. If the key is invalid, throws invalid_idempotency_key, which Resend's clients
 * expect.
 */
function keyOf(headers: IncomingHttpHeaders): string | undefined {
  try {
    return idempotencyKeyOf(headers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [sentence] = Object.values(error.details.errors ?? {}).flat();
    throw new Refusal('invalid_idempotency_key', sentence ? { message: `The Idempotency-Key ${sentence}` } : {});
  }
}

function succeeded(body: unknown, isReplayed: boolean): Reply {
  return { status: 200, body, ...(isReplayed && { headers: { 'Idempotent-Replayed': 'true' } }) };
}
