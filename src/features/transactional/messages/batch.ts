import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { problemTable } from '../../../http/problem-table.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import type { BatchItem } from './batch-schema.ts';
import { fingerprintOfBatch, fingerprintOfSend } from './fingerprint.ts';
import { keptAnswer } from './idempotency.ts';
import { requireSendAllowed } from './policy.ts';
import { requireAccepted } from './refusals.ts';
import type { SendParts } from './send.ts';
import {
  parseAnswer,
  toSubmission,
  type Acceptance,
  type Accepted,
  type IdempotencyKey,
  type Submission,
} from './submission.ts';

export type { BatchItem } from './batch-schema.ts';

export interface BatchCall {
  /** `each`: items are independent, each with its own key and result. `all or none`: they succeed or fail together. */
  readonly mode: 'each' | 'all or none';
  readonly items: readonly BatchItem[];
  /** The Idempotency-Key of the request. */
  readonly key: string | undefined;
  /** Returns the error object for a `Refusal`. */
  readonly problem: (refusal: Refusal) => ProblemBody;
}

type BatchResult = Accepted | { readonly id: null; readonly status: 'failed'; readonly error: ProblemBody };

/** The response to a batch: one result per item, in order. */
export interface BatchAnswer {
  readonly data: readonly BatchResult[];
}

/** A checked item: a submission, or a result if there is nothing to submit. */
type Checked = { readonly submission: Submission } | { readonly answer: Accepted } | { readonly refusal: Refusal };

interface Batch extends BatchCall {
  readonly parts: SendParts;
  readonly principal: Principal;
}

/**
 * Checks all items, and accepts the valid ones in one transaction. Throws errors that concern the account as a whole.
 * An invalid item gets its own result; in 'all or none' mode, its error is thrown with its index. A request with a
 * repeated idempotency key returns the original response, even if the batch would now be rejected.
 */
export async function sendBatch(
  parts: SendParts,
  principal: Principal,
  call: BatchCall,
): Promise<{ readonly answer: BatchAnswer; readonly isReplayed: boolean }> {
  const { items, key, mode } = call;
  const batch: Batch = { ...call, parts, principal };
  const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprintOfBatch(mode, items) };
  const checked: Checked[] = [];
  try {
    requireSendingAllowed(principal.account);
    // Process items one after the other, so that later items reuse the domain that the first lookup loaded.
    for (const index of items.keys()) checked.push(await check(batch, index));
  } catch (refusal) {
    const kept = await answerInstead(batch, idempotency, refusal);
    return { answer: parseBatchAnswer(kept), isReplayed: true };
  }
  const submissions = checked.flatMap((entry) => ('submission' in entry ? [entry.submission] : []));
  if (!idempotency && mode === 'each') {
    const acceptances = await parts.acceptor.accept(principal.accountId, submissions);
    return { answer: { data: resultsOf(batch, checked, acceptances) }, isReplayed: false };
  }
  const { answer, isReplayed } = await parts.acceptor.acceptBatch(principal.accountId, {
    submissions,
    idempotency,
    // An error here rolls back the whole transaction.
    compose(acceptances) {
      const data = resultsOf(batch, checked, acceptances);
      return JSON.stringify(mode === 'each' ? { data } : data);
    },
  });
  return { answer: parseBatchAnswer(answer), isReplayed };
}

/** Checks an item. Throws the item's error in 'all or none' mode. */
async function check(batch: Batch, index: number): Promise<Checked> {
  const { items, mode, parts, principal } = batch;
  const { key, refusal, send } = items[index] ?? {};
  if (!send) return refused(batch, index, refusal ?? new Refusal('validation_error'));
  const ofItem = mode === 'each' && key !== undefined ? { key, fingerprint: fingerprintOfSend(send) } : undefined;
  try {
    await requireSendAllowed(parts, principal, send);
  } catch (error) {
    return answerInstead(batch, ofItem, error).then(
      (kept) => ({ answer: parseAnswer(kept) }),
      (failure: unknown) => refused(batch, index, failure),
    );
  }
  return { submission: await toSubmission(parts, principal, send, ofItem) };
}

/**
 * Returns the response to an earlier request with the same idempotency key, which may have been accepted before the
 * cause of the error existed. Throws the error if no response is stored.
 */
async function answerInstead(
  { parts, principal }: Batch,
  idempotency: IdempotencyKey | undefined,
  refusal: unknown,
): Promise<string> {
  const isAsked = idempotency && refusal instanceof Refusal;
  const kept = isAsked ? await keptAnswer(parts.db, principal.accountId, idempotency) : undefined;
  if (kept === undefined) throw refusal;
  return kept;
}

/**
 * Returns the error as the item's result. In 'all or none' mode, throws it with the index of the item instead. Always
 * throws unexpected errors.
 */
function refused({ mode }: Batch, index: number, error: unknown): { readonly refusal: Refusal } {
  if (!(error instanceof Refusal)) throw error;
  if (mode === 'each') return { refusal: error };
  const { code, details } = error;
  const message = `Email at index ${index} of the batch: ${details.message ?? problemTable[code].message}`;
  throw new Refusal(code, { ...details, message });
}

function resultsOf(batch: Batch, checked: readonly Checked[], acceptances: readonly Acceptance[]): BatchResult[] {
  const failed = ({ refusal }: { readonly refusal: Refusal }): BatchResult => ({
    id: null,
    status: 'failed',
    error: batch.problem(refusal),
  });
  let at = 0;
  return checked.map((entry, index) => {
    if ('refusal' in entry) return failed(entry);
    if ('answer' in entry) return entry.answer;
    const acceptance = acceptances[at];
    at += 1;
    if (!acceptance) throw new Error('A batch item has no result');
    try {
      return requireAccepted(acceptance, batch.principal, entry.submission.countedMails);
    } catch (error) {
      return failed(refused(batch, index, error));
    }
  });
}

function parseBatchAnswer(kept: string): BatchAnswer {
  // Only `sendBatch` writes these responses. In 'all or none' mode, a response is an array of results, without an
  // enclosing object.
  const answer = JSON.parse(kept) as BatchAnswer | readonly Accepted[];
  return 'data' in answer ? answer : { data: answer };
}
