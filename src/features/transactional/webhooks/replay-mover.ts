import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { startTurns, type RunningTurns } from '../../../base/turns.ts';
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
 * Deliveries are queued ahead with the moment at which each is due, so that the rate is the queue's and needs no timer:
 * a replay is moved on when it is less than the first ahead, and then as far as the second.
 */
const FEWEST_AHEAD_SECONDS = 1.5;
export const AHEAD_SECONDS = 3;
/** Deliveries that a step queues at most: steps are short transactions. */
export const MAX_STEP = 500;
/**
 * A replay waits while so many deliveries of the account are due and nobody sends them, and those of two seconds of its
 * own: a receiver that does not follow has its new events before old ones.
 */
const MAX_OVERDUE = 100;
/** Added to the time ahead in which a replay would be moved anyhow. */
const WAIT_SECONDS = FEWEST_AHEAD_SECONDS + 1;
const FAILED_WAIT_SECONDS = FEWEST_AHEAD_SECONDS + 30;
/** A replay whose webhook has been disabled for long is looked at this often, and so many of them at once. */
const DISABLED_WAIT_SECONDS = 60;
const DISABLED_AT_ONCE = 1_000;

interface MoverParts {
  readonly db: Database;
  readonly log: Log;
}

/**
 * Moves the replays of all accounts on, together with every other process that does: each step is one transaction under the
 * row's lock, so that a process that dies repeats nothing and leaves nothing out.
 */
export function startReplays({ db, log }: MoverParts): RunningTurns {
  return startTurns({ log, things: 'Replays', takeOne: async () => moveReplay({ db, log }) });
}

/** Forgets replays that ended more than `retentionDays` days ago; their deliveries go with the log's days. */
export async function purgeReplays(db: Database, retentionDays: number): Promise<void> {
  await purgeEndedReplays(db, retentionDays);
}

/** One step of the replay that is due first; false when none is due. Rejects when the database is away. */
export async function moveReplay({ db, log }: MoverParts): Promise<boolean> {
  let claimed: ClaimedReplay | undefined;
  try {
    return await db.transaction(async (tx) => {
      [claimed] = await claimReplay(tx, FEWEST_AHEAD_SECONDS, AHEAD_SECONDS);
      if (claimed) await step(tx, claimed);
      return claimed !== undefined;
    });
  } catch (error) {
    if (!claimed) throw error;
    // It must not keep the others from being moved.
    log.error('A webhook replay step failed; retrying soon', { account: claimed.account_id, error });
    await postponeReplay(db, claimed.account_id, claimed.id, FAILED_WAIT_SECONDS);
    return true;
  }
}

async function step(tx: Tx, replay: ClaimedReplay): Promise<void> {
  const { account_id: accountId, id, position, until_id: below, webhook_state: state } = replay;
  // Whoever removes a webhook wants an end: a replay must not begin to send to the next one months later.
  if (state === null) return void (await cancelReplay(tx, accountId, id));
  // One that is disabled takes nothing, and what is left waits for it.
  if (state === 'disabled' && replay.url === null) {
    const waits = [WAIT_SECONDS, DISABLED_WAIT_SECONDS] as const;
    return void (await postponeDisabled(tx, FEWEST_AHEAD_SECONDS, ...waits, DISABLED_AT_ONCE));
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

/** A second replay of a range must not repeat the first one's deliveries beside their originals; unless they are meant. */
function onceEach(filters: LogFilters): LogFilters {
  return filters.replayId ? filters : { ...filters, isFirst: true };
}

async function isBehind(tx: Tx, { account_id: accountId, per_second: perSecond }: ClaimedReplay): Promise<boolean> {
  const most = MAX_OVERDUE + 2 * perSecond;
  const [row] = await countOverdue(tx, accountId, most + 1);
  return (row?.overdue ?? 0) > most;
}

/** The filters were parsed before they were stored: a fault now is one of ours. */
function refuse(field: string, sentence: string): never {
  throw new Error(`Invalid stored filter of a webhook replay: ${field} ${sentence}`);
}
