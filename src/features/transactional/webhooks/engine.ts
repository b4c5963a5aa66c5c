import { setTimeout as sleep } from 'node:timers/promises';
import { createAlarm } from '../../../base/alarm.ts';
import { createAttemptRecorder } from './attempt-record.ts';
import { createClaims, POLL_MS, type Claimed, type Claims } from './claims.ts';
import { holdAll } from './hold.ts';
import { createPace, type Pace } from './pace.ts';
import { createPlaces, type Room } from './places.ts';
import { createRest } from './rest.ts';
import { createRunning } from './running.ts';
import { DATABASE_RETRY_MS, sendAll, track, type Sending, type WebhookEngineParts } from './sending.ts';

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
/**
 * For each account that was looked at in vain, because its places are full: a look costs the database 20 µs, and thousands
 * of accounts may be so while their receivers hang.
 */
const IN_VAIN_REST_MS = 0.1;
/** SIGTERM: requests on the wire may take this long to end, and then their records. */
const DRAIN_MS = 10_000;
const NOTHING: Claimed = { rows: [], isRound: true, inVain: 0, waitMs: POLL_MS };

/** Sends what is due to the URLs of accounts. */
export interface WebhookEngine {
  /** Says that something may be due; without it the queue is looked at when it is, and once a second. */
  wake(): void;
  /** That outcomes of mails were recorded in this process: while mails flow, deliveries are paced (`createPace`). */
  mailed(outcomes: number): void;
  /** Stops claiming, lets requests on the wire end (10 s), records what they came to and gives the rest back. */
  stop(): Promise<void>;
}

/** What the loop works with. */
interface Engine extends Sending {
  readonly pace: Pace;
  readonly claims: Claims;
  readonly aborted: AbortController;
}

/** Starts an engine: leases due deliveries, sends each once a lease, and records what came of it. */
export function createWebhookEngine(parts: WebhookEngineParts): WebhookEngine {
  const aborted = new AbortController();
  const engine: Engine = {
    ...parts,
    alarm: createAlarm(),
    places: createPlaces(() => parts.clock.now()),
    pace: createPace(() => parts.clock.now()),
    claims: createClaims(parts),
    recorder: createAttemptRecorder({ ...parts, onGone: (accountId) => track(engine, holdAll(engine, accountId)) }),
    aborted,
    signal: aborted.signal,
    running: createRunning(),
    rest: createRest(),
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
  let isRoundOver = true;
  while (!engine.isStopping) {
    // A ring within a round may be about an account that it has passed.
    if (isRoundOver) alarm.reset();
    const claimedAtMs = clock.now();
    rest.begin();
    const room = places.room(claimedAtMs);
    const allowed = pace.allowed();
    const limit = Math.min(MAX_CLAIM, room.total, allowed);
    const claimed = limit === 0 ? NOTHING : await claimSome(engine, room, limit);
    pace.took(claimed.rows.length);
    const groups = Map.groupBy(claimed.rows, (row) => row.account_id);
    for (const [accountId, group] of groups) track(engine, sendAll(engine, accountId, group, claimedAtMs));
    if (engine.isStopping) break;
    isRoundOver = claimed.isRound || claimed.rows.length > 0;
    await rest.wait(...restOf(allowed, groups.size, claimed));
    if (claimed.rows.length === 0 && claimed.isRound && allowed > 0) await alarm.wait(claimed.waitMs);
  }
}

/** How long until the next claim, in ms, and after how many places that become free it may begin earlier. */
function restOf(allowed: number, accounts: number, { inVain, isRound, rows }: Claimed): [ms: number, freed: number] {
  if (Number.isFinite(allowed)) return [PACED_REST_MS, Number.POSITIVE_INFINITY];
  if (rows.length >= MANY) return [BUSY_REST_MS, Math.min(MAX_CLAIM, FREED_AN_ACCOUNT * accounts)];
  // Where there are more accounts to look at, it goes on at once.
  return [Math.max(isRound ? REST_MS : 0, inVain * IN_VAIN_REST_MS), Number.POSITIVE_INFINITY];
}

async function claimSome(engine: Engine, room: Room, limit: number): Promise<Claimed> {
  try {
    return await engine.claims.next(room, limit);
  } catch (error) {
    engine.log.warn('No webhooks claimed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return NOTHING;
  }
}
