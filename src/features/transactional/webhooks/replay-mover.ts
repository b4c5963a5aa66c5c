import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { startPolling, type Poller } from '../../../base/poller.ts';
import { findDeliveriesIn, type LogFilters } from './log-queries.ts';
import { parseFilters } from './log-schema.ts';
import {
  advanceReplay,
  cancelReplay,
  claimReplay,
  copyDeliveries,
  countOverdue,
  finishReplay,
  postponeDisabled,
  postponeReplay,
  purgeEndedReplays,
  type ClaimedReplay,
} from './replay-queries.ts';

/**
 * Deliveries are queued in advance with their due times, so that the queue controls the rate without a timer. A replay
 * queues deliveries for `AHEAD_SECONDS` when those in the queue cover less than `MIN_AHEAD_SECONDS`.
 */
const MIN_AHEAD_SECONDS = 1.5;
export const AHEAD_SECONDS = 3;
/** Maximum number of deliveries queued per step. Keeps transactions short. */
export const MAX_STEP = 500;
/**
 * A replay waits while the account has more than this many overdue deliveries, plus two seconds' worth of the replay's
 * own deliveries, so that a slow receiver gets new events first.
 */
const MAX_OVERDUE = 100;
/**
 * Seconds until the next delivery of a replay that waits, and of a replay whose last step failed. A replay is claimed
 * `MIN_AHEAD_SECONDS` before its next delivery, so the next step follows after 1 and 30 seconds, respectively.
 */
const WAIT_SECONDS = MIN_AHEAD_SECONDS + 1;
const FAILED_WAIT_SECONDS = MIN_AHEAD_SECONDS + 30;
/**
 * Interval, in seconds, at which replays are checked if their webhook has been disabled for a long time, and the
 * maximum number of replays per check.
 */
const DISABLED_WAIT_SECONDS = 60;
const DISABLED_AT_ONCE = 1_000;

interface MoverParts {
  readonly db: Database;
  readonly log: Log;
}

/**
 * Starts advancing the replays of all accounts. All processes share this work. Each step is a transaction that locks
 * the replay's row, so that no delivery is repeated or skipped if a process dies.
 */
export function startReplays({ db, log }: MoverParts): Poller {
  return startPolling({ log, things: 'Replays', takeOne: async () => moveReplay({ db, log }) });
}

/**
 * Deletes replays that ended more than `retentionDays` days ago. Their deliveries are deleted with the log's daily
 * partitions.
 */
export async function purgeReplays(db: Database, retentionDays: number): Promise<void> {
  await purgeEndedReplays(db, retentionDays);
}

/**
 * Advances the earliest due replay by one step. Resolves with false if none is due. Rejects while the database is
 * unavailable.
 */
export async function moveReplay({ db, log }: MoverParts): Promise<boolean> {
  let claimed: ClaimedReplay | undefined;
  try {
    return await db.transaction(async (tx) => {
      [claimed] = await claimReplay(tx, MIN_AHEAD_SECONDS, AHEAD_SECONDS);
      if (claimed) await step(tx, claimed);
      return claimed !== undefined;
    });
  } catch (error) {
    if (!claimed) throw error;
    // A failed replay must not block others.
    log.error('A webhook replay step failed; retrying soon', { account: claimed.account_id, error });
    await postponeReplay(db, claimed.account_id, claimed.id, FAILED_WAIT_SECONDS);
    return true;
  }
}

async function step(tx: Tx, replay: ClaimedReplay): Promise<void> {
  const { account_id: accountId, id, position, until_id: below, webhook_state: state } = replay;
  // Deleting a webhook ends its replays. Otherwise, they might start sending to a new webhook months later.
  if (state === null) return void (await cancelReplay(tx, accountId, id));
  // A disabled webhook receives nothing. The replay continues when the webhook is enabled.
  if (state === 'disabled' && replay.url === null) {
    const waits = [WAIT_SECONDS, DISABLED_WAIT_SECONDS] as const;
    return void (await postponeDisabled(tx, MIN_AHEAD_SECONDS, ...waits, DISABLED_AT_ONCE));
  }
  if (await isBehind(tx, replay)) return void (await postponeReplay(tx, accountId, id, WAIT_SECONDS));
  const limit = Math.max(1, Math.min(replay.slots, MAX_STEP));
  const filters = parseFilters(replay.filter, Number.MAX_SAFE_INTEGER, refuse);
  const bounds = { above: position, below, limit, ascending: true };
  const { rows, stoppedAt } = await findDeliveriesIn(tx, accountId, bounds, onceEach(filters));
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await copyDeliveries(tx, accountId, id, ids);
  const lookedAt = ids.length >= limit ? ids.at(-1) : stoppedAt;
  const move = lookedAt === undefined ? finishReplay : advanceReplay;
  await move(tx, accountId, id, lookedAt ?? below, ids.length);
}

/**
 * Excludes deliveries created by replays, unless the filter selects a replay. Otherwise, a second replay of a range
 * would send these in addition to the originals.
 */
function onceEach(filters: LogFilters): LogFilters {
  return filters.replayId ? filters : { ...filters, isFirst: true };
}

async function isBehind(tx: Tx, { account_id: accountId, per_second: perSecond }: ClaimedReplay): Promise<boolean> {
  const most = MAX_OVERDUE + 2 * perSecond;
  const [row] = await countOverdue(tx, accountId, most + 1);
  return (row?.overdue ?? 0) > most;
}

/** Throws an error. Filters are validated before they are stored, so an invalid stored filter is a bug. */
function refuse(field: string, sentence: string): never {
  throw new Error(`Invalid stored filter of a webhook replay: ${field} ${sentence}`);
}
