import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, type Settled } from '../../../../base/batcher.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { Database, Tx } from '../../../../base/db.ts';
import { createUuidGenerator } from '../../../../base/ids.ts';
import type { Log } from '../../../../base/log.ts';
import { decide, type Finished } from './decision.ts';
import type { Journal } from '../journal/index.ts';
import { createNotifier, isPassing, type Notifier } from './listeners.ts';
import { entryOf, finishRows, type Entry } from './rows.ts';
import type { ChunkQueue, Claim, NamedListener, Outcome } from '../types.ts';
import { inPart } from '../../../../base/savepoint.ts';
import { ATTEMPT_PART, keepUnwritten, STATE_PART, type Missed } from './missed.ts';
import { finishPlainly } from './unwritten-queries.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/** Number of consecutive temporary errors after which a listener counts as failed. */
const MAX_TRIES = 20;
/** Outcomes are collected for a commit until there are `count` of them or `ms` milliseconds have passed. */
const GATHER = { count: 128, ms: 20 } as const;

export interface Recorder {
  /**
   * Resolves when the outcome is committed, or when another process is responsible for it. Waits while the database is
   * unavailable. Rejects if the outcome cannot be recorded for any other reason.
   */
  record(finished: Finished): Promise<void>;
  /** Returns the number of outcomes that are not committed yet. */
  unrecorded(): number;
  /** Resolves when all outcomes are recorded. */
  idle(): Promise<void>;
}

interface RecorderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly listeners: readonly NamedListener[];
  /** Called with the account and its recorded attempts after each commit. */
  readonly onRecorded?: (accountId: number, attempts: readonly Entry[]) => void;
  readonly chunks?: ChunkQueue;
  readonly journal?: Pick<Journal, 'committed'>;
}

/** Dependencies of the functions that record outcomes. */
interface Recording extends RecorderParts {
  readonly notifier: Notifier;
  readonly nextId: (nowMs: number) => string;
}

/**
 * How a batch is recorded. `together`: with all listeners in one step. `apart`: with each listener separately, after an
 * error. `least`: if that fails too, one outcome at a time, with as much data as can be written.
 */
type Manner = 'together' | 'apart' | 'least';

/**
 * Creates a recorder. Outcomes that arrive during a commit are collected for the next one, so that an account's
 * outcomes and events are written together.
 */
export function createRecorder(parts: RecorderParts): Recorder {
  const recording: Recording = { ...parts, notifier: createNotifier(parts), nextId: createUuidGenerator() };
  const batcher = createBatcher<Finished, void>({
    flush: async (batch) => {
      const results = new Map<Finished, Settled<void>>();
      const byAccount = Map.groupBy(batch, (finished) => finished.claim.accountId);
      await Promise.all(
        [...byAccount].map(async ([accountId, group]) => {
          for (const [finished, result] of await recordGroup(recording, accountId, entriesOf(recording, group)))
            results.set(finished, result);
        }),
      );
      return batch.map(
        (finished) =>
          results.get(finished) ?? { ok: false, error: new Error('Recording an outcome returned no result') },
      );
    },
    bytesOf: () => 1,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH,
    // Each lease has at most one outcome, so the number of leases limits the number of entries.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
    gather: GATHER,
  });
  let unrecorded = 0;
  return {
    record: (finished) => {
      unrecorded += 1;
      return batcher.add(finished).finally(() => (unrecorded -= 1));
    },
    unrecorded: () => unrecorded,
    idle: () => batcher.idle(),
  };
}

/** Returns the record of a message whose final dot was sent, but whose reply was lost because the process died. */
export function inDoubt(claim: Claim, diedAtMs: number): Finished {
  const outcome: Outcome = {
    kind: 'deferred',
    status: '4.4.2',
    reason: 'The delivery process ended before the server replied; the server may have accepted the message',
    bounceClass: 'transient',
    handedOverAtMs: diedAtMs,
    isInDoubt: true,
  };
  const nowhere = { host: null, address: null, tls: null, conversation: '' };
  return { claim, outcome, details: { ...nowhere, startedAtMs: diedAtMs, finishedAtMs: diedAtMs, route: 'direct' } };
}

/** A finished attempt and the data to write for it. */
type Item = readonly [Finished, Entry];

function entriesOf({ nextId, random }: Recording, group: readonly Finished[]): Item[] {
  return group.map((finished) => {
    const id = nextId(finished.details.finishedAtMs);
    return [finished, entryOf(finished, decide(finished, random()), id)];
  });
}

async function recordGroup(
  recording: Recording,
  accountId: number,
  group: readonly Item[],
  first: Manner = 'together',
): Promise<(readonly [Finished, Settled<void>])[]> {
  const { db, log } = recording;
  let manner = first;
  let why: unknown;
  // Number of transactions that failed because of a listener. A transaction that could not write the status is not
  // counted, because the database caused its failure.
  let tries = 0;
  for (;;) {
    const progress = { isStateWritten: false, written: [] as Entry[] };
    const about = { accountId, group, manner, why, isLastTry: tries >= MAX_TRIES, progress };
    try {
      await db.transaction((tx) => recordInTransaction(tx, recording, about));
      return settled(recording, accountId, group, { ok: true, value: undefined }, progress.written);
    } catch (error) {
      const isPatient = isPassing(error) && !(progress.isStateWritten && tries >= MAX_TRIES && manner === 'together');
      if (isPatient) {
        // The message has been sent, so its outcome stays in memory until the database is available again.
        log.warn('Database unavailable; outcomes are kept in memory', { accountId, outcomes: group.length });
        if (progress.isStateWritten) tries += 1;
        await sleep(RETRY_MS);
      } else if (manner === 'together') {
        manner = 'apart';
      } else if (group.length > 1) {
        // If PostgreSQL rejects one outcome, the other outcomes must still be recorded.
        const half = Math.ceil(group.length / 2);
        return [
          ...(await recordGroup(recording, accountId, group.slice(0, half), 'apart')),
          ...(await recordGroup(recording, accountId, group.slice(half), 'apart')),
        ];
      } else if (manner === 'apart') {
        manner = 'least';
        why = error;
      } else {
        log.error('Outcome could not be recorded', { accountId, error });
        return settled(recording, accountId, group, { ok: false, error });
      }
    }
  }
}

function settled(
  { journal, onRecorded }: Recording,
  accountId: number,
  group: readonly Item[],
  result: Settled<void>,
  written: readonly Entry[] = [],
): (readonly [Finished, Settled<void>])[] {
  if (result.ok) onRecorded?.(accountId, written);
  for (const [finished] of group) journal?.committed(finished);
  return group.map(([finished]) => [finished, result]);
}

interface About {
  readonly accountId: number;
  readonly group: readonly Item[];
  readonly manner: Manner;
  /** The error that prevented writing the complete record. */
  readonly why: unknown;
  readonly isLastTry: boolean;
  /**
   * Progress of the transaction. `written` contains the entries that were still leased to this process; they are final
   * after the commit.
   */
  readonly progress: { isStateWritten: boolean; written: Entry[] };
}

async function recordInTransaction(tx: Tx, recording: Recording, about: About): Promise<void> {
  const { accountId, group, isLastTry, manner, progress, why } = about;
  const { notifier } = recording;
  const entries = group.map(([, entry]) => entry);
  const written: Entry[] = [];
  if (manner === 'least') {
    for (const entry of entries) if (await recordMinimum(tx, accountId, entry, why, recording)) written.push(entry);
  } else {
    written.push(...(await writeStates(tx, recording, accountId, entries)));
  }
  progress.isStateWritten = true;
  progress.written = written;
  if (written.length === 0) return;
  const outcomes = written.map(({ recorded }) => recorded);
  if (manner === 'together') await notifier.together(tx, accountId, outcomes);
  else await notifier.apart(tx, accountId, outcomes, isLastTry);
}

/** Writes statuses and attempts. Resolves with the entries that were still leased to this process. */
async function writeStates(
  tx: Tx,
  { chunks }: Recording,
  accountId: number,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const ofQueue = entries.filter(({ row }) => !row.claim.chunk);
  const ofChunks = entries.filter(({ row }) => row.claim.chunk);
  const rowsOf = (some: readonly Entry[]) => some.map(({ row }) => row);
  const written: (Entry | undefined)[] = [];
  if (ofQueue.length > 0) {
    const finished = await finishRows(tx, accountId, rowsOf(ofQueue));
    written.push(...finished.map(({ position }) => ofQueue[position - 1]));
  }
  if (ofChunks.length > 0 && chunks) {
    const finished = await chunks.finish(tx, accountId, rowsOf(ofChunks));
    written.push(...finished.map((index) => ofChunks[index]));
  }
  return written.filter((entry) => entry !== undefined);
}

/**
 * Records an outcome that cannot be written completely: for a queue row, the status without the attempt. For a
 * recipient in a chunk, or if that fails too, only that the message must not be sent again. Stores the rest to be
 * written later. Resolves with false if the recipient was no longer leased to this process, or if the outcome is
 * already stored. Rejects if nothing could be written.
 */
async function recordMinimum(
  tx: Tx,
  accountId: number,
  entry: Entry,
  why: unknown,
  { chunks, log }: { readonly chunks?: ChunkQueue | undefined; readonly log: Log },
): Promise<boolean> {
  const { claim, ...written } = entry.row;
  const about = { messageId: claim.messageId, accountId };
  if (!claim.chunk) {
    const seconds = written.delayMs === undefined ? null : written.delayMs / 1000;
    const { becameDelayed, status } = written;
    const { epoch, messageId, recipientNo } = claim;
    const state = await inPart(tx, () =>
      finishPlainly(tx, accountId, messageId, recipientNo, epoch, status, seconds, becameDelayed),
    );
    if (state.ok) {
      const [finished] = state.value;
      if (!finished) return false;
      log.error('Attempt could not be recorded; only the status was saved', { ...about, error: why });
      const missed = missedOf(entry, finished.attempt_no);
      const kept = await inPart(tx, () => keepUnwritten(tx, accountId, ATTEMPT_PART, missed, why));
      if (!kept.ok) log.error('Attempt could not be saved to be recorded later', { ...about, error: kept.error });
      return true;
    }
    if (isPassing(state.error)) throw state.error;
  }
  const isNew = await keepUnwritten(tx, accountId, STATE_PART, missedOf(entry, undefined), why);
  if (claim.chunk) await chunks?.leave(tx, [claim]);
  log.error('Message status could not be recorded; the message will not be sent again', { ...about, error: why });
  return isNew;
}

function missedOf({ recorded, row }: Entry, attemptNo: number | undefined): Required<Missed> {
  const { claim, delayMs, details, status } = row;
  return { outcome: recorded, row: { status, delayMs, attemptNo, chunk: claim.chunk, details } };
}
