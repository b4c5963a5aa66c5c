import { setTimeout as sleep } from 'node:timers/promises';
import { createAlarm, type Alarm } from '../../base/alarm.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db.ts';
import { leastUuidOf } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { attempt, ATTEMPT_DEADLINE_MS, type FinishedAttempt, type Post, type ReadyDelivery } from './attempt.ts';
import { createAttemptRecorder, type AttemptRecorder } from './attempt-record.ts';
import { compose, type LeasedRow } from './compose.ts';
import type { WebhookDirectory, LiveWebhook } from './directory.ts';
import { createFronts, type Fronts } from './fronts.ts';
import { holdAll } from './hold.ts';
import { createPace, type Pace } from './pace.ts';
import { createPlaces, type Place, type Places, type Room } from './places.ts';
import { claimDeliveries, giveBackDeliveries, holdClaimed } from './queue-queries.ts';
import { createRunning, type Running } from './running.ts';
import { verdictOf } from './schedule.ts';
import type { MessageFacts } from './types.ts';

const POLL_MS = 1_000;
/** Between two claims while little is due: attempts end by the hundred, and each frees a place. */
const REST_MS = 5;
/** Between two claims while much is due and at hand: a row of a claim of 32 took the database 50 µs, one of a claim of 128 or more 24. */
const BUSY_REST_MS = 15;
/** Between two claims while mail goes first: a look at a long queue costs the database the same for many rows as for few. */
const PACED_REST_MS = 200;
const DATABASE_RETRY_MS = 500;
/** Rows that one claim takes: few enough that those of unknown receivers cannot take all places at once. */
const MAX_CLAIM = 256;
/** Rows of one claim from which on much counts as due. */
const MANY = 64;
/** Longer than an attempt and its record take; a killed process's deliveries are taken over after it. */
const LEASE_MS = 30_000;
/** For the record of an attempt. Nothing is sent on a lease that would end before its attempt and this. */
const RECORD_MS = 5_000;
/** The last retry comes three days after the first attempt at most, when the receiver asks for pauses. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** How often the older days are looked at all the same: nobody may have delivered for long. */
const LOOK_BACK_EVERY_MS = 60_000;
/** After a payload that could not be written. */
const BROKEN_RETRY_MS = 15 * 60_000;
/** SIGTERM: requests on the wire may take this long to end, and then their records. */
const DRAIN_MS = 10_000;
const FRONT = -1;
const NO_FRONTS = { accounts: [], afterMs: [] };

export interface WebhookEngineParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: WebhookDirectory;
  readonly facts: MessageFacts;
  readonly post: Post;
}

/** Sends what is due to the URLs of accounts. */
export interface WebhookEngine {
  /** Says that something may be due; without it the queue is looked at once a second. */
  wake(): void;
  /** That outcomes of mails were recorded in this process: while mails flow, deliveries are paced (`createPace`). */
  mailed(outcomes: number): void;
  /** Stops claiming, lets requests on the wire end (10 s), records what they came to and gives the rest back. */
  stop(): Promise<void>;
}

/** What the loop works with. */
interface Engine extends WebhookEngineParts {
  readonly alarm: Alarm;
  readonly places: Places;
  readonly pace: Pace;
  readonly fronts: Fronts;
  readonly recorder: AttemptRecorder;
  readonly aborted: AbortController;
  /** That of `aborted`. */
  readonly signal: AbortSignal;
  readonly running: Running;
  cursor: number;
  lookedBackAtMs: number;
  isStopping: boolean;
}

/** A leased row with its place on the wire. */
interface Held {
  readonly row: LeasedRow;
  readonly place: Place;
}

/** Starts an engine: leases due deliveries, sends each once a lease, and records what came of it. */
export function createWebhookEngine(parts: WebhookEngineParts): WebhookEngine {
  const aborted = new AbortController();
  const engine: Engine = {
    ...parts,
    alarm: createAlarm(),
    places: createPlaces(() => parts.clock.now()),
    pace: createPace(() => parts.clock.now()),
    fronts: createFronts(() => parts.clock.now()),
    recorder: createAttemptRecorder({ ...parts, onGone: (accountId) => track(engine, holdAll(engine, accountId)) }),
    aborted,
    signal: aborted.signal,
    running: createRunning(),
    cursor: FRONT,
    lookedBackAtMs: Number.NEGATIVE_INFINITY,
    isStopping: false,
  };
  const working = claimUntilStopped(engine);
  return {
    wake: () => engine.alarm.ring(),
    mailed: (outcomes) => engine.pace.mailed(outcomes),
    async stop() {
      engine.isStopping = true;
      engine.alarm.ring();
      await working;
      await endWithin(engine, DRAIN_MS);
      engine.aborted.abort();
      await endWithin(engine, DRAIN_MS);
    },
  };
}

async function endWithin({ running }: Engine, ms: number): Promise<void> {
  const timer = new AbortController();
  await Promise.race([
    running.idle(),
    sleep(ms, undefined, { signal: timer.signal }).catch(() => {
      // Aborted: the others were faster.
    }),
  ]);
  timer.abort();
}

/** Keeps what is under way until it is over. It reports its failures itself: what reaches us here is a fault of ours. */
function track({ log, running }: Engine, work: Promise<void>): void {
  running.begin();
  work.then(
    () => running.end(),
    (error: unknown) => {
      log.error('A webhook’s delivery failed; its lease runs out', { error });
      running.end();
    },
  );
}

async function claimUntilStopped(engine: Engine): Promise<void> {
  const { alarm, clock, pace, places } = engine;
  while (!engine.isStopping) {
    alarm.reset();
    const claimedAtMs = clock.now();
    const room = places.room(claimedAtMs);
    const allowed = pace.allowed();
    const limit = Math.min(MAX_CLAIM, room.total, allowed);
    const { isRound, rows } = limit === 0 ? { rows: [], isRound: true } : await claimSome(engine, room, limit);
    pace.took(rows.length);
    for (const [accountId, group] of Map.groupBy(rows, (row) => row.account_id)) {
      engine.fronts.took(accountId, group.length, group[0]?.due_ms ?? 0);
      track(engine, sendAll(engine, accountId, group, claimedAtMs));
    }
    if (engine.isStopping) break;
    await sleep(restMs(allowed, rows.length, isRound));
    if (rows.length === 0 && isRound && allowed > 0) await alarm.wait(POLL_MS);
  }
}

/** How long until the next claim. */
function restMs(allowed: number, claimed: number, isRound: boolean): number {
  if (Number.isFinite(allowed)) return PACED_REST_MS;
  if (claimed >= MANY) return BUSY_REST_MS;
  // Where there are more accounts to look at, it goes on at once.
  return isRound ? REST_MS : 0;
}

async function claimSome(engine: Engine, room: Room, limit: number): Promise<{ rows: LeasedRow[]; isRound: boolean }> {
  try {
    const looksBack = isTimeToLookBack(engine);
    // What was committed late enough to lie before the front of a backlog is found by a look at everything.
    const behind = looksBack ? NO_FRONTS : engine.fronts.known();
    const rows = await claimDeliveries(
      engine.db,
      leastUuidOf(looksBack ? 0 : engine.clock.now() - RECENT_MS),
      limit,
      room.turn,
      engine.cursor,
      room.accounts,
      room.places,
      LEASE_MS / 1000,
      behind.accounts,
      behind.afterMs,
    );
    const end = rows.find(({ id }) => id === null);
    engine.cursor = end?.account_id ?? FRONT;
    return { rows: rows.filter(isLeased), isRound: end?.is_round !== false };
  } catch (error) {
    engine.log.warn('No webhooks claimed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return { rows: [], isRound: true };
  }
}

function isLeased(row: { readonly id: string | null }): row is LeasedRow {
  return row.id !== null;
}

/** Mostly the recent days are looked at, and now and then all of them. */
function isTimeToLookBack(engine: Engine): boolean {
  const now = engine.clock.now();
  const sinceMs = now - engine.lookedBackAtMs;
  // A clock that was set back makes it negative; then it says nothing.
  if (sinceMs >= 0 && sinceMs < LOOK_BACK_EVERY_MS) return false;
  engine.lookedBackAtMs = now;
  return true;
}

/** Composes and sends an account's rows, each on its own; never rejects. */
async function sendAll(engine: Engine, accountId: number, rows: readonly LeasedRow[], nowMs: number): Promise<void> {
  const held = rows.map((row): Held => ({ row, place: engine.places.take(accountId) }));
  const byId = new Map(held.map((entry) => [entry.row.id, entry]));
  try {
    const webhook = await engine.directory.find(accountId);
    const composed = await compose(engine, accountId, webhook, rows);
    for (const delivery of composed.ready) {
      const entry = byId.get(delivery.id);
      byId.delete(delivery.id);
      if (entry && webhook) track(engine, sendOne(engine, { entry, delivery, webhook, leasedAtMs: nowMs }));
    }
    await holdRows(engine, accountId, composed.held);
    await giveBack(engine, composed.broken, BROKEN_RETRY_MS);
  } catch (error) {
    engine.log.warn('Webhooks of an account could not be sent', { accountId, error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    await giveBack(
      engine,
      [...byId.values()].map(({ row }) => row),
      0,
    );
  } finally {
    for (const { place } of byId.values()) place.leave();
    if (byId.size > 0) engine.alarm.ring();
  }
}

async function sendOne(
  engine: Engine,
  sent: {
    readonly entry: Held;
    readonly delivery: ReadyDelivery;
    readonly webhook: LiveWebhook;
    readonly leasedAtMs: number;
  },
): Promise<void> {
  const { clock, log, recorder, signal } = engine;
  const { delivery, entry, leasedAtMs, webhook } = sent;
  const turn = entry.place.enter();
  if (turn) await turn;
  if (engine.isStopping || clock.now() > leasedAtMs + LEASE_MS - ATTEMPT_DEADLINE_MS - RECORD_MS) {
    entry.place.leave();
    await giveBack(engine, [entry.row], 0);
    return;
  }
  let finished: FinishedAttempt;
  try {
    finished = await attempt(engine, delivery, webhook.sign);
  } catch (error) {
    log.error('A webhook’s request could not be made', { accountId: delivery.accountId, error });
    entry.place.leave();
    await giveBack(engine, [entry.row], BROKEN_RETRY_MS);
    return;
  }
  entry.place.leave({ isOk: verdictOf(finished.answer) === 'received', ...finished });
  engine.alarm.ring();
  // What was cut off here says nothing about the receiver, which may have it or not: it is sent again.
  if (signal.aborted && finished.answer.kind === 'failed') await giveBack(engine, [entry.row], 0);
  else await recorder.record(finished);
}

/** Rows of one account. When the database does not hear it, their leases run out. */
async function giveBack(engine: Engine, rows: readonly LeasedRow[], delayMs: number): Promise<void> {
  const [first] = rows;
  if (!first) return;
  try {
    await giveBackDeliveries(
      engine.db,
      first.account_id,
      rows.map((row) => row.id),
      rows.map((row) => row.epoch),
      delayMs / 1000,
    );
  } catch (error) {
    engine.log.warn('Webhooks not given back; their leases run out', { error: (error as Error).message });
  }
}

async function holdRows({ db }: Engine, accountId: number, rows: readonly LeasedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await holdClaimed(
    db,
    accountId,
    rows.map((row) => row.id),
    rows.map((row) => row.epoch),
  );
}
