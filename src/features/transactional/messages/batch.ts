import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import type { ProblemBody } from '../../../http/problems.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import type { BatchItem } from './batch-schema.ts';
import { fingerprintOfBatch, fingerprintOfSend } from './fingerprint.ts';
import { keptAnswer } from './idempotency.ts';
import { requireSendAllowed } from './policy.ts';
import { requireAccepted } from './refusals.ts';
import { toSubmission, type SendParts } from './send.ts';
import { parseAnswer, type Acceptance, type Accepted, type IdempotencyKey, type Submission } from './submission.ts';

export type { BatchItem } from './batch-schema.ts';

/** A batch as it came. */
export interface BatchCall {
  readonly items: readonly BatchItem[];
  /** The Idempotency-Key of the whole. */
  readonly key: string | undefined;
  /** The error object of a refusal. */
  readonly problem: (refusal: Refusal) => ProblemBody;
}

/** The result of one item. */
type BatchResult = Accepted | { readonly id: null; readonly status: 'failed'; readonly error: ProblemBody };

/** The answer to a batch: one result an item, in their order. */
export interface BatchAnswer {
  readonly data: readonly BatchResult[];
}

/** An item after the rules: what is submitted, or its result without that. */
type Checked = { readonly submission: Submission } | { readonly answer: Accepted } | { readonly refusal: Refusal };

/**
 * Checks all items, then accepts those that keep every rule in one transaction. Throws what concerns the account as a
 * whole; an item at fault has its own result.
 */
export async function sendBatch(
  parts: SendParts,
  principal: Principal,
  call: BatchCall,
): Promise<{ readonly answer: BatchAnswer; readonly isReplayed: boolean }> {
  const idempotency =
    call.key === undefined ? undefined : { key: call.key, fingerprint: fingerprintOfBatch(call.items) };
  try {
    requireSendingAllowed(principal.account);
  } catch (refusal) {
    const kept = idempotency && (await keptAnswer(parts.db, principal.accountId, idempotency));
    if (kept === undefined) throw refusal;
    return { answer: parseBatchAnswer(kept), isReplayed: true };
  }
  const checked: Checked[] = [];
  // One after the other: the first look-up of a domain serves all that follow.
  for (const item of call.items) checked.push(await check(parts, principal, item));
  const submissions = checked.flatMap((entry) => ('submission' in entry ? [entry.submission] : []));
  const compose = (acceptances: readonly Acceptance[]): BatchAnswer => ({
    data: resultsOf(checked, acceptances, principal, call),
  });
  if (!idempotency) {
    const acceptances = await parts.acceptor.accept(principal.accountId, submissions);
    return { answer: compose(acceptances), isReplayed: false };
  }
  const { answer, isReplayed } = await parts.acceptor.acceptBatch(principal.accountId, {
    submissions,
    idempotency,
    compose: (acceptances) => JSON.stringify(compose(acceptances)),
  });
  return { answer: parseBatchAnswer(answer), isReplayed };
}

async function check(parts: SendParts, principal: Principal, item: BatchItem): Promise<Checked> {
  const { send, refusal } = item;
  if (!send) return { refusal: refusal ?? new Refusal('validation_error') };
  const idempotency: IdempotencyKey | undefined =
    item.key === undefined ? undefined : { key: item.key, fingerprint: fingerprintOfSend(send) };
  try {
    await requireSendAllowed(parts, principal, send);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return replayOrRefuse(parts, principal, idempotency, error);
  }
  return { submission: await toSubmission(parts, principal, send, idempotency) };
}

/** A refused item's key may stand for an answer from a time when the send was allowed. */
async function replayOrRefuse(
  { db }: SendParts,
  { accountId }: Principal,
  idempotency: IdempotencyKey | undefined,
  refusal: Refusal,
): Promise<Checked> {
  try {
    const kept = idempotency && (await keptAnswer(db, accountId, idempotency));
    return kept === undefined ? { refusal } : { answer: parseAnswer(kept) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function resultsOf(
  checked: readonly Checked[],
  acceptances: readonly Acceptance[],
  principal: Principal,
  call: BatchCall,
): BatchResult[] {
  let at = 0;
  return checked.map((entry) => {
    if ('refusal' in entry) return failed(call, entry.refusal);
    if ('answer' in entry) return entry.answer;
    const acceptance = acceptances[at];
    at += 1;
    if (!acceptance) throw new Error('An item of a batch got no result');
    try {
      return requireAccepted(acceptance, principal, entry.submission.countedMails);
    } catch (error) {
      if (error instanceof Refusal) return failed(call, error);
      throw error;
    }
  });
}

function failed(call: BatchCall, refusal: Refusal): BatchResult {
  return { id: null, status: 'failed', error: call.problem(refusal) };
}

function parseBatchAnswer(kept: string): BatchAnswer {
  // Written by sendBatch alone.
  return JSON.parse(kept) as BatchAnswer;
}
