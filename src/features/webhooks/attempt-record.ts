import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher, type Settled } from '../../base/batcher.ts';
import type { Clock } from '../../base/clock.ts';
import { isUnavailable, sqlStateOf, type Database, type Tx } from '../../base/db.ts';
import { rangeOfUuids } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { FinishedAttempt } from './attempt.ts';
import { healthOf, type Health } from './health.ts';
import { disableGone, finishDeliveries } from './queue-queries.ts';
import { nextStep, verdictOf, type NextStep } from './schedule.ts';
import { storable } from '../../base/stored-text.ts';

const MAX_BATCH = 250;
const RETRY_MS = 250;
/** Some ms more in doubt buy fewer and larger commits under load. */
const GATHER = { count: 200, ms: 20 } as const;
/** Headers of an answer are kept up to this length together, in characters. */
const MAX_HEADER_CHARACTERS = 8 * 1024;
const MAX_FAULT_CHARACTERS = 500;
/** SQLSTATEs of two transactions that met: serialization_failure, deadlock_detected, lock_not_available, query_canceled. */
const COLLISIONS = new Set(['40001', '40P01', '55P03', '57014']);

/** Records attempts. */
export interface AttemptRecorder {
  /** Resolves once the attempt is committed, or is not ours to record any more. Waits out an absent database. */
  record(finished: FinishedAttempt): Promise<void>;
  /** Resolves when everything is recorded. */
  idle(): Promise<void>;
}

interface RecorderParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Told, after the commit, that an account's webhook was disabled because its receiver is gone. */
  readonly onGone: (accountId: number) => void;
}

type Headers = Readonly<Record<string, string>>;

/** An attempt as it is written. */
interface Row {
  readonly finished: FinishedAttempt;
  readonly step: NextStep;
  readonly answer: number | null;
  readonly headers: Headers | null;
  readonly body: string | null;
  readonly fault: string | null;
}

/** Groups what ends while a commit is under way into the next one: an account's attempts are recorded together. */
export function createAttemptRecorder(parts: RecorderParts): AttemptRecorder {
  const batcher = createBatcher<FinishedAttempt, void>({
    flush: async (batch) => {
      const groups = Map.groupBy(batch, ({ delivery }) => delivery.accountId);
      await Promise.all([...groups].map(([accountId, group]) => recordGroup(parts, accountId, group.map(rowOf))));
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
  return { record: (finished) => batcher.add(finished), idle: () => batcher.idle() };
}

async function recordGroup(parts: RecorderParts, accountId: number, rows: readonly Row[]): Promise<void> {
  for (;;) {
    try {
      await write(parts, accountId, rows);
      return;
    } catch (error) {
      if (isUnavailable(error) || COLLISIONS.has(sqlStateOf(error) ?? '')) {
        // The request was made; what came of it is kept here until the database is back.
        parts.log.warn('Attempts of webhooks wait for the database', { accountId, attempts: rows.length });
        await sleep(RETRY_MS);
        continue;
      }
      await recordApart(parts, accountId, rows, error);
      return;
    }
  }
}

/** One attempt that PostgreSQL refuses must not cost the others their record; it is written without the answer's words. */
async function recordApart(
  parts: RecorderParts,
  accountId: number,
  rows: readonly Row[],
  error: unknown,
): Promise<void> {
  const [first] = rows;
  if (rows.length === 1 && first) {
    parts.log.error('An attempt of a webhook could not be recorded', { accountId, error });
    if (first.headers === null && first.body === null) return;
    return recordGroup(parts, accountId, [{ ...first, headers: null, body: null }]);
  }
  const half = Math.ceil(rows.length / 2);
  await recordGroup(parts, accountId, rows.slice(0, half));
  await recordGroup(parts, accountId, rows.slice(half));
}

async function write(parts: RecorderParts, accountId: number, rows: readonly Row[]): Promise<void> {
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
  rows: readonly Row[],
): Promise<void> {
  const nowMs = clock.now();
  const health = healthOf(rows.flatMap(signOf));
  const ids = rows.map(({ finished }) => finished.delivery.id);
  const headers = headersOf(rows);
  await finishDeliveries(
    db,
    accountId,
    ids,
    rows.map(({ finished }) => finished.delivery.epoch),
    rows.map(({ step }) => step.state),
    rows.map(({ finished, step }) => delaySeconds(step, nowMs - finished.finishedAtMs)),
    rows.map(({ answer }) => answer),
    rows.map(({ finished }) => finished.delivery.body),
    rows.map(({ finished }) => finished.delivery.format),
    rows.map(({ finished }) => finished.startedAtMs),
    rows.map(({ finished }) => Math.max(0, Math.round(finished.finishedAtMs - finished.startedAtMs))),
    rows.map(({ finished }) => finished.delivery.url),
    headers.numbers,
    rows.map(({ body }) => body),
    rows.map(({ fault }) => fault),
    ...healthColumns(health),
    ...rangeOfUuids(ids),
    headers.texts,
  );
}

/** The pause counts from the attempt's end, however long its record had to wait. */
function delaySeconds({ delayMs }: NextStep, sinceEndMs: number): number | null {
  return delayMs === null ? null : Math.max(0, delayMs - Math.max(0, sinceEndMs)) / 1000;
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

/** What goes to another URL than the webhook's says nothing about the webhook's receiver. */
function signOf({ answer, fault, finished }: Row): { readonly atMs: number; readonly failure: string | undefined }[] {
  if (!finished.delivery.isOwnUrl) return [];
  const isReceived = verdictOf(finished.answer) === 'received';
  const failure = isReceived ? undefined : (fault ?? `HTTP status ${answer}`);
  return [{ atMs: finished.finishedAtMs, failure }];
}

/** Takes what a receiver said as text that PostgreSQL stores, whatever it was. */
function rowOf(finished: FinishedAttempt): Row {
  const { answer, delivery, finishedAtMs } = finished;
  const step = nextStep(answer, { attempts: delivery.attempts, isOwnUrl: delivery.isOwnUrl, nowMs: finishedAtMs });
  if (answer.kind === 'failed') {
    const fault = storable(`${answer.fault}: ${answer.reason}`.slice(0, MAX_FAULT_CHARACTERS));
    return { finished, step, answer: null, headers: null, body: null, fault };
  }
  return {
    finished,
    step,
    answer: answer.status,
    headers: answer.headers,
    body: storable(answer.body.toString('utf8')),
    fault: null,
  };
}

/** The headers of answers as JSON, each text once, and for each answer the number of its text, from 1. */
function headersOf(rows: readonly Row[]): { readonly texts: string[]; readonly numbers: (number | null)[] } {
  const texts: string[] = [];
  const numberOf = new Map<string, number>();
  let last: { readonly headers: Headers; readonly no: number } | undefined;
  const numbers = rows.map(({ headers }) => {
    if (headers === null) return null;
    // Answers that end together mostly have the same, the time included.
    if (last && areSame(last.headers, headers)) return last.no;
    const text = textOf(headers);
    const no = numberOf.get(text) ?? texts.push(text);
    numberOf.set(text, no);
    last = { headers, no };
    return no;
  });
  return { texts, numbers };
}

function areSame(some: Headers, others: Headers): boolean {
  let count = 0;
  for (const name of Object.keys(some)) {
    if (some[name] !== others[name]) return false;
    count += 1;
  }
  return Object.keys(others).length === count;
}

function textOf(headers: Headers): string {
  const kept = within(headers, MAX_HEADER_CHARACTERS);
  const json = JSON.stringify(kept);
  // What PostgreSQL does not take is escaped so in JSON, and there is hardly ever any.
  if (!json.includes(String.raw`\u`)) return json;
  return JSON.stringify(
    Object.fromEntries(Object.entries(kept).map(([name, value]) => [storable(name), storable(value)])),
  );
}

/** The first of the headers that have so many characters together; nearly always all of them. */
function within(headers: Headers, maxCharacters: number): Headers {
  let [length, count] = [0, 0];
  for (const name of Object.keys(headers)) {
    length += name.length + (headers[name]?.length ?? 0);
    if (length > maxCharacters) return Object.fromEntries(Object.entries(headers).slice(0, count));
    count += 1;
  }
  return headers;
}
