import { sqlStateOf, type Database, type Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { QuotaCounters } from '../../../http/principal.ts';
import { boundLockWaits, claimKey, findAnswer, keepAnswer } from './accept-queries.ts';
import { storeExtraRows } from './extra-rows.ts';
import { storeMessages, type Acceptance, type IdempotencyKey, type Message, type Submission } from './submission.ts';

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';
const MAX_DEADLOCKS = 3;

/**
 * A batch with its own transaction, because it has an Idempotency-Key, or because all items succeed or fail together.
 */
export interface KeyedBatch {
  readonly submissions: readonly Submission[];
  readonly idempotency: IdempotencyKey | undefined;
  /**
   * Builds the response to the whole batch from the results of its submissions. The response is stored for repeated
   * requests. If this throws, the batch is rolled back, and nothing is stored.
   */
  readonly compose: (acceptances: readonly Acceptance[]) => string;
  /** Performs additional work in the same transaction. Not called when a stored response is returned. */
  readonly also?: (tx: Tx, answer: string) => Promise<void>;
}

/** The response, and whether it is from an earlier request. */
export interface KeyedBatchAnswer {
  readonly answer: string;
  readonly isReplayed: boolean;
}

interface Parts {
  readonly db: Database;
  readonly onAccepted: () => void;
  readonly onCounted: (accountId: number, counters: QuotaCounters) => void;
}

/**
 * Stores a batch and its response in one transaction, or resolves with the response that is already stored. A
 * concurrent request with the same key waits. Throws invalid_idempotent_request if the key was used with another body,
 * and concurrent_idempotent_requests if the other request takes too long.
 */
export async function acceptKeyedBatch(
  parts: Parts,
  accountId: number,
  batch: KeyedBatch,
  messages: readonly Message[],
): Promise<KeyedBatchAnswer> {
  for (let deadlocks = 0; ; deadlocks += 1) {
    try {
      const result = await parts.db.transaction((tx) => store(tx, accountId, batch, messages));
      if (result.counters) parts.onCounted(accountId, result.counters);
      parts.onAccepted();
      return result;
    } catch (error) {
      if (sqlStateOf(error) === LOCK_TIMEOUT) throw new Refusal('concurrent_idempotent_requests');
      if (sqlStateOf(error) !== DEADLOCK || deadlocks === MAX_DEADLOCKS) throw error;
    }
  }
}

async function store(
  tx: Tx,
  accountId: number,
  { also, compose, idempotency }: KeyedBatch,
  messages: readonly Message[],
): Promise<KeyedBatchAnswer & { readonly counters?: QuotaCounters | undefined }> {
  if (idempotency) {
    await boundLockWaits(tx);
    const [claimed] = await claimKey(tx, accountId, idempotency.key, idempotency.fingerprint);
    if (!claimed) return { answer: await replay(tx, accountId, idempotency), isReplayed: true };
  }
  const { acceptances, counters } =
    messages.length > 0 ? await storeMessages(tx, accountId, messages) : { acceptances: [], counters: undefined };
  const answer = compose(acceptances);
  if (idempotency) await keepAnswer(tx, accountId, idempotency.key, answer);
  await storeExtraRows(tx, accountId, messages, acceptances);
  await also?.(tx, answer);
  return { answer, isReplayed: false, counters };
}

async function replay(tx: Tx, accountId: number, { key, fingerprint }: IdempotencyKey): Promise<string> {
  const [stored] = await findAnswer(tx, accountId, key);
  if (stored?.fingerprint !== fingerprint) throw new Refusal('invalid_idempotent_request');
  return stored.answer;
}
