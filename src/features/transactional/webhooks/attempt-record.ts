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
import { healthOf } from './health.ts';
import {
  disableGone,
  finishDeliveries,
  releaseDeliveries,
  holdClaimed,
  noteAttempt,
  settleDelivery,
} from './queue-queries.ts';
import { verdictOf } from './schedule.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/**
 * Attempts are collected until there are `count` of them or `ms` milliseconds have passed, so that there are fewer and
 * larger commits under load.
 */
const GATHER = { count: 200, ms: 20 } as const;
/**
 * SQLSTATEs of conflicting transactions: serialization_failure, deadlock_detected, lock_not_available, query_canceled.
 */
const COLLISIONS = new Set(['40001', '40P01', '55P03', '57014']);
/** Delay in seconds before a delivery is claimed again if its attempt could not be recorded at all. */
const UNWRITABLE_SECONDS = 18 * 3_600;
const UNRECORDED = 'The result of this attempt could not be recorded. The server log contains the reason';

export interface AttemptRecorder {
  /**
   * Resolves when the attempt is committed, when this process no longer owns the delivery, or when PostgreSQL has
   * rejected all forms of the attempt. Waits while the database is unavailable. Accounts do not block each other.
   */
  record(finished: FinishedAttempt): Promise<void>;
}

interface RecorderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called after the commit if an account's webhook was disabled because its receiver no longer exists. */
  readonly onGone: (accountId: number) => void;
}

type AccountQueue = Batcher<FinishedAttempt, void>;

/**
 * Creates a recorder that commits an account's attempts in groups. Attempts that end during a commit are included in
 * the next commit.
 */
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
    // The queue does not need a separate limit, because each sending slot has at most one attempt.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
    gather: GATHER,
  });
}

/**
 * Records a group of attempts. Splits the group if PostgreSQL rejects it, so that an invalid attempt does not affect
 * others.
 */
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
 * Records as much of an attempt as PostgreSQL accepts, because a delivery without recorded attempts would be sent again
 * after each lease.
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
  const fallbacks = [
    () => write(parts, accountId, [withoutWords(row)]),
    () => write(parts, accountId, [unjudged(withoutWords(row))]),
    () => settle(parts, row, delivery.body),
    () => settle(parts, failed(row), delivery.body),
    () => settle(parts, failed(row), null),
    () => holdClaimed(db, accountId, ids, epochs),
    () => releaseDeliveries(db, accountId, ids, epochs, UNWRITABLE_SECONDS),
  ];
  for (const fallback of fallbacks) if ((await refusalOf(parts, accountId, fallback)) === undefined) return;
  log.error('All fallbacks for recording a webhook attempt failed', { accountId, deliveryId: delivery.id });
}

/**
 * Returns the PostgreSQL error from an operation, or undefined if the operation succeeded. Retries while the database
 * is unavailable or transactions conflict.
 */
async function refusalOf({ log }: RecorderParts, accountId: number, work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (!isUnavailable(error) && !COLLISIONS.has(sqlStateOf(error) ?? '')) return error ?? new Error('refused');
      // The request was made, so its result must be kept until the database is available again.
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
  const [leastId, greatestId] = rangeOfUuids(ids);
  await finishDeliveries(db, {
    accountId,
    ids,
    epochs: rows.map(({ finished }) => finished.delivery.epoch),
    states: rows.map(({ step }) => step.state),
    delaySeconds: rows.map((row) => delaySeconds(row, nowMs)),
    answers: rows.map(({ answer }) => answer),
    bodies: rows.map(({ finished }) => finished.delivery.body),
    formats: rows.map(({ finished }) => finished.delivery.format),
    startedAtMs: rows.map(({ finished }) => finished.startedAtMs),
    durationsMs: rows.map(({ finished }) => durationOf(finished)),
    urls: rows.map(({ finished }) => finished.delivery.url),
    headers: headers.texts,
    headerNos: headers.numbers,
    answerBodies: rows.map(({ body }) => body),
    faults: rows.map(({ fault }) => fault),
    succeededAt: dateOf(health.succeededAtMs),
    failedAt: dateOf(health.failedAtMs),
    failingSince: dateOf(health.failingSinceMs),
    failures: health.failures,
    failure: health.lastFailure ?? null,
    leastId,
    greatestId,
  });
}

/** Records the state of a delivery. If the state was recorded, also records the attempt. */
async function settle(parts: RecorderParts, row: AttemptAsWritten, body: Buffer | null): Promise<void> {
  const { clock, db, log } = parts;
  const { delivery, startedAtMs } = row.finished;
  const { accountId, epoch, format, id, url } = delivery;
  const [settled] = await settleDelivery(db, {
    accountId,
    id,
    epoch,
    state: row.step.state,
    delaySeconds: delaySeconds(row, clock.now()),
    answer: row.answer,
    body,
    format,
  });
  // Another process owns the delivery.
  if (!settled) return;
  const note = [accountId, id, settled.attempts, new Date(startedAtMs), durationOf(row.finished), url] as const;
  const refused = await refusalOf(parts, accountId, () => noteAttempt(db, ...note, UNRECORDED));
  if (refused !== undefined)
    log.error('A webhook attempt is missing from the delivery log', { accountId, error: refused });
}

function durationOf({ finishedAtMs, startedAtMs }: FinishedAttempt): number {
  return Math.max(0, Math.round(finishedAtMs - startedAtMs));
}

function dateOf(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}
