import { setImmediate } from 'node:timers/promises';
import { createBatcher, type Batcher, type Settled } from '../../../base/batcher.ts';
import type { Clock } from '../../../base/clock.ts';
import { isSilence, sqlStateOf, type Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { QuotaCounters } from '../../../http/principal.ts';
import { haveExtraRows, storeWithExtraRows } from './extra-rows.ts';
import { acceptKeyedBatch, type KeyedBatch, type KeyedBatchAnswer } from './keyed-batch.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import {
  createPacker,
  storeShares,
  type Acceptance,
  type Message,
  type StoredShare,
  type Submission,
} from './submission.ts';
import { createCallSlots, type CallSlots } from './call-slots.ts';

/** Maximum number of units and of bytes per batch. */
const MAX_UNITS = 256;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Bytes added to the size of each message, so that many small messages also fill a batch. */
const MESSAGE_BYTES = 4 * 1024;
/** Maximum number of pending units per account, and of their bytes. */
const MAX_WAITING = 4_000;
const MAX_WAITING_BYTES = 96 * 1024 * 1024;
/** Maximum number of concurrent keyed batches per account. Each uses a connection for its transaction. */
const KEYED_BATCHES_AT_ONCE = 2;
const MAX_KEYED_BATCHES = 200;
const MAX_DEADLOCKS = 3;
/** Maximum number of concurrent calls besides group commits. Leaves connections of the pool for other queries. */
const CALLS_AT_ONCE = 7;
/** Number of concurrent group commits. With two, batches were smaller and slower than with one (decision 0006). */
const GROUP_COMMITS_AT_ONCE = 1;
/** Milliseconds after which the next call starts even if the current one still waits for a lock (up to 5 s). */
const MAX_DELAY_MS = 100;

const LOCK_TIMEOUT = '55P03';
const DEADLOCK = '40P01';
/** SQLSTATE that a cluster returns if it does not support a statement that spans several of its servers. */
const NOT_SUPPORTED = '0A000';

export interface Acceptor {
  /**
   * Resolves with the result of each submission, in order, once all accepted submissions are committed. The submissions
   * of a call share a transaction. Rejects with service_unavailable if too many submissions are waiting, with
   * concurrent_idempotent_requests if another request with the same key takes too long, or with the database error.
   * After a rejection, nothing was accepted, unless the connection broke during the commit.
   */
  accept(accountId: number, submissions: readonly Submission[]): Promise<readonly Acceptance[]>;
  /** Accepts a batch in its own transaction, and stores the response under the batch's key. See `acceptKeyedBatch`. */
  acceptBatch(accountId: number, batch: KeyedBatch): Promise<KeyedBatchAnswer>;
  /** Resolves when no messages are being accepted. */
  idle(): Promise<void>;
}

export interface AcceptorParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Called after each commit. */
  readonly onAccepted: () => void;
  /** Called with the account's current usage. */
  readonly onCounted: (accountId: number, counters: QuotaCounters) => void;
}

/** The messages of one call of `accept`, which are stored in one transaction. */
interface Unit {
  readonly messages: readonly Message[];
}

type Outcome = Settled<readonly Acceptance[]>;

/** The pending submissions of one account. */
interface AccountBatch {
  readonly accountId: number;
  readonly units: readonly Unit[];
}

/** How account queues store their batches: in a group commit, or in a separate call that takes a slot. */
interface CommitPaths {
  readonly groupCommit: GroupCommit<AccountBatch, Outcome[]>;
  readonly slots: CallSlots;
}

/** `isRefused` is true once the database has reported that one call cannot store messages of several accounts. */
interface Together {
  isRefused: boolean;
}

/** Queues of an account. */
interface AccountQueue {
  readonly units: Batcher<Unit, readonly Acceptance[]>;
  readonly keyedBatches: Batcher<() => Promise<KeyedBatchAnswer>, KeyedBatchAnswer>;
  /** Number of calls in progress. */
  pending: number;
}

/**
 * Creates the acceptor of a process. Each account has its own queue. Sends of several accounts share a commit (group
 * commit) if they meet the conditions in accept_messages_of_accounts.sql. Other sends are stored in a separate call for
 * their account, so that they do not delay other accounts.
 */
export function createAcceptor(parts: AcceptorParts): Acceptor {
  const pack = createPacker(parts.clock);
  const slots = createCallSlots({ atOnce: CALLS_AT_ONCE, maxDelayMs: MAX_DELAY_MS });
  const together: Together = { isRefused: false };
  const groupCommit = createGroupCommit<AccountBatch, Outcome[]>({
    run: (batches) => storeTogether(parts, { slots, together }, batches),
    sizeOf: ({ units }) => units.reduce((sum, unit) => sum + bytesOf(unit), 0),
    maxSize: MAX_BATCH_BYTES,
    atOnce: GROUP_COMMITS_AT_ONCE,
    maxDelayMs: MAX_DELAY_MS,
  });
  const queues = new Map<number, AccountQueue>();

  async function inQueue<T>(accountId: number, work: (queue: AccountQueue) => Promise<T>): Promise<T> {
    const queue = queues.get(accountId) ?? createAccountQueue(parts, { groupCommit, slots }, accountId);
    queues.set(accountId, queue);
    queue.pending += 1;
    try {
      return await work(queue);
    } finally {
      queue.pending -= 1;
      if (queue.pending === 0) queues.delete(accountId);
    }
  }

  return {
    accept: (accountId, submissions) =>
      submissions.length === 0
        ? Promise.resolve([])
        : inQueue(accountId, (queue) => queue.units.add({ messages: submissions.map(pack) })),
    acceptBatch: (accountId, batch) =>
      inQueue(accountId, (queue) =>
        queue.keyedBatches.add(() => acceptKeyedBatch(parts, accountId, batch, batch.submissions.map(pack))),
      ),
    async idle() {
      while (queues.size > 0) {
        await Promise.all([...queues.values()].flatMap((queue) => [queue.units.idle(), queue.keyedBatches.idle()]));
        await setImmediate();
      }
    },
  };
}

function createAccountQueue(
  parts: AcceptorParts,
  { groupCommit, slots }: CommitPaths,
  accountId: number,
): AccountQueue {
  return {
    units: createBatcher({
      flush: (units) =>
        units.some(isStoredApart)
          ? inSlot(slots, () => storeGroup(parts, accountId, units))
          : groupCommit.join({ accountId, units }),
      bytesOf,
      maxBatch: MAX_UNITS,
      maxBatchBytes: MAX_BATCH_BYTES,
      maxWaiting: MAX_WAITING,
      maxWaitingBytes: MAX_WAITING_BYTES,
      // If the database does not respond, reject all waiting sends, so that they do not time out one after another.
      isForAll: isSilence,
      schedule: (flush) => groupCommit.schedule(flush),
    }),
    keyedBatches: createBatcher({
      flush: (runs) => Promise.all(runs.map(settle)),
      bytesOf: () => 1,
      maxBatch: KEYED_BATCHES_AT_ONCE,
      maxBatchBytes: KEYED_BATCHES_AT_ONCE,
      maxWaiting: MAX_KEYED_BATCHES,
      maxWaitingBytes: MAX_KEYED_BATCHES,
      isForAll: isSilence,
    }),
    pending: 0,
  };
}

function bytesOf({ messages }: Unit): number {
  return messages.reduce((sum, { content, head }) => sum + MESSAGE_BYTES + content.length + head.length, 0);
}

/**
 * Returns whether a unit cannot be part of a group commit of several accounts. It still shares its account's commit.
 */
function isStoredApart({ messages }: Unit): boolean {
  return haveExtraRows(messages) || messages.some(({ submission }) => submission.idempotency);
}

async function inSlot<T>(slots: CallSlots, work: () => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined;
  await slots.run(async () => {
    result = { value: await work() };
  });
  if (!result) throw new Error('A semaphore slot returned no result');
  return result.value;
}

/** Stores all batches in one call. Batches that this call did not store are then stored in separate calls. */
async function storeTogether(
  parts: AcceptorParts,
  { slots, together }: Pick<CommitPaths, 'slots'> & { readonly together: Together },
  batches: readonly AccountBatch[],
): Promise<readonly Promise<Outcome[]>[]> {
  const [only] = batches;
  if (only && batches.length === 1) return [Promise.resolve(await storeGroup(parts, only.accountId, only.units))];
  const stored = together.isRefused ? [] : await tryTogether(parts, together, batches);
  if (stored.some(Boolean)) parts.onAccepted();
  return batches.map(({ accountId, units }, index) => {
    const share = stored[index];
    if (!share) return inSlot(slots, () => storeGroup(parts, accountId, units));
    if (share.counters) parts.onCounted(accountId, share.counters);
    return Promise.resolve(outcomesOf(units, share.acceptances));
  });
}

async function tryTogether(
  parts: AcceptorParts,
  together: Together,
  batches: readonly AccountBatch[],
): Promise<readonly StoredShare[]> {
  try {
    return await storeShares(
      parts.db,
      batches.map(({ accountId, units }) => ({ accountId, messages: units.flatMap(({ messages }) => messages) })),
    );
  } catch (error) {
    // This error means that the accounts are distributed over several servers. Use separate calls from now on.
    together.isRefused ||= sqlStateOf(error) === NOT_SUPPORTED;
    // A row that PostgreSQL rejects must not fail other accounts.
    if (isRefusedByServer(error)) return [];
    throw error;
  }
}

function outcomesOf(units: readonly Unit[], acceptances: readonly Acceptance[]): Outcome[] {
  let at = 0;
  return units.map((unit) => {
    const value = acceptances.slice(at, at + unit.messages.length);
    at += unit.messages.length;
    return { ok: true, value };
  });
}

function isRefusedByServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

async function settle<T>(run: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error };
  }
}

async function storeGroup(
  parts: AcceptorParts,
  accountId: number,
  group: readonly Unit[],
  deadlocks = 0,
): Promise<Outcome[]> {
  try {
    const messages = group.flatMap((unit) => unit.messages);
    const { acceptances, counters } = await storeWithExtraRows(parts.db, accountId, messages);
    if (counters) parts.onCounted(accountId, counters);
    parts.onAccepted();
    return outcomesOf(group, acceptances);
  } catch (error) {
    if (sqlStateOf(error) === DEADLOCK && deadlocks < MAX_DEADLOCKS) {
      return storeGroup(parts, accountId, group, deadlocks + 1);
    }
    return storeApart(parts, accountId, group, error);
  }
}

/** Stores a rejected group in smaller parts, so that one invalid row does not affect the other rows. */
async function storeApart(
  parts: AcceptorParts,
  accountId: number,
  group: readonly Unit[],
  error: unknown,
): Promise<Outcome[]> {
  if (group.length === 1 || !isRefusedByServer(error)) {
    const reported = sqlStateOf(error) === LOCK_TIMEOUT ? new Refusal('concurrent_idempotent_requests') : error;
    return group.map(() => ({ ok: false, error: reported }));
  }
  // After a lock timeout, retry all units at once, so that they wait in parallel. After any other error, split the
  // group in half to find the invalid row.
  const half = sqlStateOf(error) === LOCK_TIMEOUT ? 1 : Math.ceil(group.length / 2);
  const stored = await Promise.all(chunksOf(group, half).map((chunk) => storeGroup(parts, accountId, chunk)));
  return stored.flat();
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
