import { setTimeout as sleep } from 'node:timers/promises';
import { createAlarm } from '../../../base/alarm.ts';
import { createAttemptRecorder } from './attempt-record.ts';
import { createClaimPolicy } from './claim-policy.ts';
import { createClaims, POLL_MS, type Claimed, type Claims } from './claims.ts';
import { createPlaces, type Room } from './places.ts';
import { createRunning } from './running.ts';
import { DATABASE_RETRY_MS, sendAll, track, type Sending, type WebhookEngineParts } from './sending.ts';
import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { holdWaiting } from './queue-queries.ts';

const HOLD_CHUNK = 1_000;
/** Maximum time, in milliseconds, that requests in progress may take to finish after SIGTERM. */
const DRAIN_MS = 10_000;
const NOTHING: Claimed = { rows: [], isRound: true, inVain: 0, waitMs: POLL_MS };

/** Sends due deliveries to the URLs of accounts. */
export interface WebhookEngine {
  /** Notifies the engine that deliveries may be due. */
  wake(): void;
  /**
   * Reports that this process has recorded the given number of message outcomes. Webhook deliveries are limited while
   * messages are being sent (`ClaimPolicy`).
   */
  mailed(outcomes: number): void;
  /**
   * Stops claiming, waits up to 10 s for requests in progress, and aborts the others. Records the results and releases
   * the deliveries without a result.
   */
  stop(): Promise<void>;
}

interface Engine extends Sending {
  readonly claims: Claims;
  readonly aborted: AbortController;
}

/** Starts an engine that leases due deliveries, sends each once per lease and records the results. */
export function createWebhookEngine(parts: WebhookEngineParts): WebhookEngine {
  const aborted = new AbortController();
  const policy = createClaimPolicy(() => parts.clock.now());
  const engine: Engine = {
    ...parts,
    alarm: createAlarm(),
    places: createPlaces(() => parts.clock.now()),
    policy,
    claims: createClaims({ ...parts, policy }),
    recorder: createAttemptRecorder({ ...parts, onGone: (accountId) => track(engine, holdAll(engine, accountId)) }),
    aborted,
    signal: aborted.signal,
    running: createRunning(),
    isStopping: false,
  };
  const working = claimUntilStopped(engine);
  return {
    wake: () => engine.alarm.ring(),
    mailed: (outcomes) => policy.mailed(outcomes),
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
      // The wait was aborted, because another promise resolved first.
    }),
  ]);
  timer.abort();
}

async function claimUntilStopped(engine: Engine): Promise<void> {
  const { alarm, clock, places, policy } = engine;
  let isRoundOver = true;
  while (!engine.isStopping) {
    // Reset the alarm only after all accounts have been checked. It may have been set for an account that was already
    // checked.
    if (isRoundOver) alarm.reset();
    const claimedAtMs = clock.now();
    const room = places.room(claimedAtMs);
    const limit = policy.begin(room.total);
    const claimed = limit === 0 ? NOTHING : await claimSome(engine, room, limit);
    for (const [accountId, group] of Map.groupBy(claimed.rows, (row) => row.account_id)) {
      track(engine, sendAll(engine, accountId, group, claimedAtMs));
    }
    if (engine.isStopping) break;
    isRoundOver = claimed.isRound || claimed.rows.length > 0;
    const isNothingDue = await policy.rest(claimed);
    if (isNothingDue) await alarm.wait(claimed.waitMs);
  }
}

async function claimSome(engine: Engine, room: Room, limit: number): Promise<Claimed> {
  try {
    return await engine.claims.next(room, limit);
  } catch (error) {
    engine.log.warn('Claiming webhook deliveries failed', { error: (error as Error).message });
    await sleep(DATABASE_RETRY_MS);
    return NOTHING;
  }
}

/**
 * Holds all waiting deliveries to a webhook's own URL after the webhook was disabled or deleted, so that they can be
 * replayed. Runs in small transactions. Deliveries that are missed here are held when they are due. Never rejects.
 */
async function holdAll({ db, log }: { db: Database; log: Log }, accountId: number): Promise<void> {
  try {
    let count = HOLD_CHUNK;
    while (count === HOLD_CHUNK) count = (await holdWaiting(db, accountId, HOLD_CHUNK)).length;
  } catch (error) {
    log.warn('Could not hold pending webhook deliveries; retrying at their next attempt', {
      accountId,
      error: (error as Error).message,
    });
  }
}
