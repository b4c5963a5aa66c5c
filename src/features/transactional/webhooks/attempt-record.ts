import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, type Batcher, type Settled } from '../../../base/batcher.ts';
import type { Clock } from '../../../base/clock.ts';
import { isUnavailable, sqlStateOf, type Database, type Tx } from '../../../base/db.ts';
import { rangeOfUuids } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { FinishedAttempt } from './attempt.ts';
import {
  delaySeconds,
  failed,
  headersOf,
  signsOf,
  unjudged,
  withoutWords,
  writtenOf,
  type AttemptAsWritten,
} from './attempt-rows.ts';
import { healthOf, type Health } from './health.ts';
import {
  disableGone,
  finishDeliveries,
  giveBackDeliveries,
  holdClaimed,
  noteAttempt,
  settleDelivery,
} from './queue-queries.ts';
import { verdictOf } from './schedule.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/** Some ms more in doubt buy fewer and larger commits under load. */
const GATHER = { count: 200, ms: 20 } as const;
/** SQLSTATEs of two transactions that met: serialization_failure, deadlock_detected, lock_not_available, query_canceled. */
const COLLISIONS = new Set(['40001', '40P01', '55P03', '57014']);
/** Until a delivery of which nothing at all could be written is claimed again. */
const UNWRITABLE_SECONDS = 18 * 3_600;
const UNRECORDED = 'The result of this attempt could not be recorded. The reason is in the server log';

/** Records attempts. */
export interface AttemptRecorder {
  /**
   * Resolves once the attempt is committed, or is not ours to record any more. Waits out an absent database, and alone:
   * accounts do not wait for each other.
   */
  record(finished: FinishedAttempt): Promise<void>;
}

interface RecorderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Told, after the commit, that an account's webhook was disabled because its receiver is gone. */
  readonly onGone: (accountId: number) => void;
}

type AccountQueue = Batcher<FinishedAttempt, void>;

/** Groups what ends while a commit is under way into the next one: an account's attempts are recorded together. */
export function createAttemptRecorder(parts: RecorderParts): AttemptRecorder {
  const queues = new Map<number, AccountQueue>();
  return {
    record(finished) {
      const { accountId } = finished.delivery;
      const known = queues.get(accountId);
      if (known) return known.add(finished);
      const queue = createAccountQueue(parts, accountId);
      queues.set(accountId, queue);
      const recorded = queue.add(finished);
      void queue.idle().then(() => queues.delete(accountId));
      return recorded;
    },
  };
}

function createAccountQueue(parts: RecorderParts, accountId: number): AccountQueue {
  return createBatcher({
    flush: async (batch) => {
      await recordGroup(parts, accountId, batch.map(writtenOf));
      return batch.map((): Settled<void> => ({ ok: true, value: undefined }));
    },
    bytesOf: () => 1,
    maxBatch: MAX_BATCH,
    maxBatchBytes: MAX_BATCH,
    // Bounded by the places on the wire: each has at most one attempt.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
    gather: GATHER,
  });
}

/** One attempt that PostgreSQL refuses must not cost the others their record. */
async function recordGroup(parts: RecorderParts, accountId: number, rows: readonly AttemptAsWritten[]): Promise<void> {
  const refused = await refusalOf(parts, accountId, () => write(parts, accountId, rows));
  if (refused === undefined) return;
  const [first] = rows;
  if (rows.length === 1 && first) return recordPoorly(parts, accountId, first, refused);
  const half = Math.ceil(rows.length / 2);
  await recordGroup(parts, accountId, rows.slice(0, half));
  await recordGroup(parts, accountId, rows.slice(half));
}

/**
 * Writes of an attempt what PostgreSQL takes: a delivery whose attempts leave no trace would be sent again after each
 * lease, for ever. First without the answer's words, then without the receiver's health, then the state of the delivery
 * alone; where not even that, it is an attempt that failed, at most twice; then it is held, or put off for hours.
 */
async function recordPoorly(
  parts: RecorderParts,
  accountId: number,
  row: AttemptAsWritten,
  refused: unknown,
): Promise<void> {
  const { db, log } = parts;
  const { delivery } = row.finished;
  const [ids, epochs] = [[delivery.id], [delivery.epoch]];
  log.error('Webhook attempt could not be recorded', { accountId, deliveryId: delivery.id, error: refused });
  const ways = [
    () => write(parts, accountId, [withoutWords(row)]),
    () => write(parts, accountId, [unjudged(withoutWords(row))]),
    () => settle(parts, row, delivery.body),
    () => settle(parts, failed(row), delivery.body),
    () => settle(parts, failed(row), null),
    () => holdClaimed(db, accountId, ids, epochs),
    () => giveBackDeliveries(db, accountId, ids, epochs, UNWRITABLE_SECONDS),
  ];
  for (const way of ways) if ((await refusalOf(parts, accountId, way)) === undefined) return;
  log.error('A webhook attempt could not be recorded at all', { accountId, deliveryId: delivery.id });
}

/** What PostgreSQL has against some work, undefined when it is done; tried again while the database is away. */
async function refusalOf({ log }: RecorderParts, accountId: number, work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (!isUnavailable(error) && !COLLISIONS.has(sqlStateOf(error) ?? '')) return error ?? new Error('refused');
      // The request was made; what came of it is kept here until the database is back.
      log.warn('Webhook attempts are waiting for the database', { accountId, error: (error as Error).message });
      await sleep(RETRY_MS);
    }
  }
}

async function write(parts: RecorderParts, accountId: number, rows: readonly AttemptAsWritten[]): Promise<void> {
  const gone = rows.find(({ finished }) => finished.delivery.isOwnUrl && verdictOf(finished.answer) === 'gone');
  if (!gone) {
    await finish(parts, parts.db, accountId, rows);
    return;
  }
  const { delivery, startedAtMs } = gone.finished;
  const isDisabled = await parts.db.transaction(async (tx: Tx) => {
    await finish(parts, tx, accountId, rows);
    return (await disableGone(tx, accountId, delivery.url, new Date(startedAtMs))).length > 0;
  });
  if (isDisabled) parts.onGone(accountId);
}

async function finish(
  { clock }: RecorderParts,
  db: Database | Tx,
  accountId: number,
  rows: readonly AttemptAsWritten[],
): Promise<void> {
  const nowMs = clock.now();
  const health = healthOf(rows.flatMap(signsOf));
  const ids = rows.map(({ finished }) => finished.delivery.id);
  const headers = headersOf(rows);
  await finishDeliveries(
    db,
    accountId,
    ids,
    rows.map(({ finished }) => finished.delivery.epoch),
    rows.map(({ step }) => step.state),
    rows.map((row) => delaySeconds(row, nowMs)),
    rows.map(({ answer }) => answer),
    rows.map(({ finished }) => finished.delivery.body),
    rows.map(({ finished }) => finished.delivery.format),
    rows.map(({ finished }) => finished.startedAtMs),
    rows.map(({ finished }) => durationOf(finished)),
    rows.map(({ finished }) => finished.delivery.url),
    headers.numbers,
    rows.map(({ body }) => body),
    rows.map(({ fault }) => fault),
    ...healthColumns(health),
    ...rangeOfUuids(ids),
    headers.texts,
  );
}

/** Writes what becomes of a delivery, and then, when that is taken, that there was an attempt. */
async function settle(parts: RecorderParts, row: AttemptAsWritten, body: Buffer | null): Promise<void> {
  const { clock, db, log } = parts;
  const { delivery, startedAtMs } = row.finished;
  const { accountId, epoch, format, id, url } = delivery;
  const delay = delaySeconds(row, clock.now());
  const [settled] = await settleDelivery(db, accountId, id, epoch, row.step.state, delay, row.answer, body, format);
  // Somebody else has it by now.
  if (!settled) return;
  const note = [accountId, id, settled.attempts, new Date(startedAtMs), durationOf(row.finished), url] as const;
  const refused = await refusalOf(parts, accountId, () => noteAttempt(db, ...note, UNRECORDED));
  if (refused !== undefined)
    log.error('A webhook attempt is missing from the delivery log', { accountId, error: refused });
}

function durationOf({ finishedAtMs, startedAtMs }: FinishedAttempt): number {
  return Math.max(0, Math.round(finishedAtMs - startedAtMs));
}

function healthColumns(health: Health): [Date | null, Date | null, Date | null, number, string | null] {
  const date = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  return [
    date(health.succeededAtMs),
    date(health.failedAtMs),
    date(health.failingSinceMs),
    health.failures,
    health.lastFailure ?? null,
  ];
}
