import { setTimeout as sleep } from 'node:timers/promises';
import { createAlarm } from '../../base/alarm.ts';
import { leastUuidOf } from '../../base/ids.ts';
import { createAttemptRecorder } from './attempt-record.ts';
import type { LeasedRow } from './compose.ts';
import { createFronts, type Fronts } from './fronts.ts';
import { holdAll } from './hold.ts';
import { createPace, type Pace } from './pace.ts';
import { createPlaces, type Room } from './places.ts';
import { claimDeliveries } from './queue-queries.ts';
import { createRest } from './rest.ts';
import { createRunning } from './running.ts';
import { DATABASE_RETRY_MS, LEASE_MS, sendAll, track, type Sending, type WebhookEngineParts } from './sending.ts';

const POLL_MS = 1_000;
/** Between two claims while little is due: attempts end by the hundred, and each frees a place. */
const REST_MS = 5;
/** Between two claims at most while much is due. */
const BUSY_REST_MS = 15;
/**
 * While much is due the next claim begins when so many places became free since the last one began, for each account that it
 * had rows of: what is still at hand lasts until it is answered. A row of a claim of 32 took the database 50 µs, one of a
 * claim of 128 or more 24.
 */
const FREED_AN_ACCOUNT = 128;
/** Between two claims while mail goes first: a look at a long queue costs the database the same for many rows as for few. */
const PACED_REST_MS = 200;
/** Rows that one claim takes: few enough that those of unknown receivers cannot take all places at once. */
const MAX_CLAIM = 256;
/** Rows of one claim from which on much counts as due. */
const MANY = 64;
/** The last retry comes three days after the first attempt at most, when the receiver asks for pauses. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** How often the older days are looked at all the same: nobody may have delivered for long. */
const LOOK_BACK_EVERY_MS = 60_000;
/** SIGTERM: requests on the wire may take this long to end, and then their records. */
const DRAIN_MS = 10_000;
const FRONT = -1;
const NO_FRONTS = { accounts: [], afterMs: [] };

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
interface Engine extends Sending {
  readonly pace: Pace;
  readonly fronts: Fronts;
  readonly aborted: AbortController;
  cursor: number;
  lookedBackAtMs: number;
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
    rest: createRest(),
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

async function claimUntilStopped(engine: Engine): Promise<void> {
  const { alarm, clock, pace, places, rest } = engine;
  while (!engine.isStopping) {
    alarm.reset();
    const claimedAtMs = clock.now();
    rest.begin();
    const room = places.room(claimedAtMs);
    const allowed = pace.allowed();
    const limit = Math.min(MAX_CLAIM, room.total, allowed);
    const { isRound, rows } = limit === 0 ? { rows: [], isRound: true } : await claimSome(engine, room, limit);
    pace.took(rows.length);
    const groups = Map.groupBy(rows, (row) => row.account_id);
    for (const [accountId, group] of groups) {
      engine.fronts.took(accountId, group.length, group[0]?.due_ms ?? 0);
      track(engine, sendAll(engine, accountId, group, claimedAtMs));
    }
    if (engine.isStopping) break;
    await rest.wait(...restOf(allowed, { accounts: groups.size, claimed: rows.length, isRound }));
    if (rows.length === 0 && isRound && allowed > 0) await alarm.wait(POLL_MS);
  }
}

/** How long until the next claim, in ms, and after how many places that become free it may begin earlier. */
function restOf(
  allowed: number,
  { accounts, claimed, isRound }: { readonly accounts: number; readonly claimed: number; readonly isRound: boolean },
): [ms: number, freed: number] {
  if (Number.isFinite(allowed)) return [PACED_REST_MS, Number.POSITIVE_INFINITY];
  if (claimed >= MANY) return [BUSY_REST_MS, Math.min(MAX_CLAIM, FREED_AN_ACCOUNT * accounts)];
  // Where there are more accounts to look at, it goes on at once.
  return [isRound ? REST_MS : 0, Number.POSITIVE_INFINITY];
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
