import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { parseId, presentId, timeOfUuid } from '../../../base/ids.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { replaySchema } from './replay-docs.ts';
import { REPLAY_PREFIX } from './log-schema.ts';
import { requireWebhook } from './log.ts';
import { AHEAD_SECONDS } from './replay-mover.ts';
import {
  cancelReplay,
  holdWebhook,
  insertReplay,
  listReplays,
  lowerQueued,
  replayById,
  withdrawQueued,
  type ReplayRow,
} from './replay-queries.ts';
import type { NewReplay } from './replay-schema.ts';

/** Maximum number of running replays of an account. */
export const MAX_RUNNING_REPLAYS = 3;

interface ReplayParts {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Starts a replay of a range of the log. Deliveries that are created after the start are not included. Throws not_found
 * if the account has no webhook (whose secret signs the deliveries), and validation_error if the target webhook is
 * disabled or too many replays are running.
 */
export async function startReplay({ db }: ReplayParts, accountId: number, replay: NewReplay) {
  const row = await db.transaction(async (tx) => {
    const { state } = requireWebhook((await holdWebhook(tx, accountId))[0]);
    if (state === 'disabled' && replay.url === undefined) {
      throw invalid({ webhook: ['is disabled. Enable the webhook first, or set `url` to replay to another URL.'] });
    }
    const { above, below, filter, perSecond, url } = replay;
    const [made] = await insertReplay(
      tx,
      accountId,
      JSON.stringify(filter),
      url ?? null,
      perSecond,
      above,
      below,
      MAX_RUNNING_REPLAYS,
    );
    if (made) return made;
    throw invalid({
      webhook: [
        `already has ${MAX_RUNNING_REPLAYS} replays in progress. Cancel a replay, or wait until a replay finishes.`,
      ],
    });
  });
  return presentReplay(row);
}

/** Returns a page of an account's replays, newest first. */
export async function pageOfReplays(
  { db }: ReplayParts,
  accountId: number,
  { below, limit }: { readonly below: string; readonly limit: number },
) {
  const rows = await listReplays(db, accountId, below, limit + 1);
  return { data: rows.slice(0, limit).map(presentReplay), per_page: limit, has_more: rows.length > limit };
}

/** Returns a replay. Throws not_found if it does not exist. */
export async function readReplay({ clock, db }: ReplayParts, accountId: number, id: string) {
  const [row] = await replayById(db, accountId, requireReplayId(id, clock));
  return presentReplay(found(row));
}

/**
 * Stops a replay and deletes its queued deliveries that no process has started to send. Does not change a finished
 * replay. Throws not_found if the replay does not exist.
 */
export async function stopReplay({ clock, db }: ReplayParts, accountId: number, id: string) {
  const uuid = requireReplayId(id, clock);
  return db.transaction(async (tx) => {
    const [cancelled] = await cancelReplay(tx, accountId, uuid);
    if (!cancelled) return presentReplay(found((await replayById(tx, accountId, uuid))[0]));
    const withdrawn = await withdrawQueued(tx, accountId, uuid, AHEAD_SECONDS + 1);
    const [row] = await lowerQueued(tx, accountId, uuid, withdrawn.length);
    return presentReplay(found(row));
  });
}

function requireReplayId(id: string, clock: Clock): string {
  return found(parseId(REPLAY_PREFIX, id, clock.now()));
}

function found<Row>(row: Row | undefined): Row {
  if (row !== undefined) return row;
  throw new Refusal('not_found', {
    message: 'The replay was not found.',
    fix: 'To list replays, call `GET /transactional/webhook/replays`.',
  });
}

function presentReplay(row: ReplayRow): AnswerOf<typeof replaySchema> {
  return {
    id: presentId(REPLAY_PREFIX, row.id),
    state: row.state,
    filter: row.filter,
    url: row.url,
    per_second: row.per_second,
    queued: row.queued,
    // Time up to which the log has been processed.
    covered_until: new Date(Math.min(timeOfUuid(row.position), timeOfUuid(row.until_id))).toISOString(),
    until: new Date(timeOfUuid(row.until_id)).toISOString(),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
