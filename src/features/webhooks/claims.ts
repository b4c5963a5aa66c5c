import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { leastUuidOf } from '../../base/ids.ts';
import { claimDeliveries, oldestQueued } from './claim-queries.ts';
import type { LeasedRow } from './compose.ts';
import { createFronts, FRONT_SLACK_MS } from './fronts.ts';
import type { Room } from './places.ts';
import { LEASE_MS } from './sending.ts';

/** While nothing is due the queue is looked at this often: what another process wrote rings no bell here. */
export const POLL_MS = 1_000;
/** What comes due one after the other, as a replay's deliveries, is sent in groups of so long. */
const LEAST_WAIT_MS = 50;
/** How often what waited for its time is brought over while claims come faster than that, and how many rows a claim. */
const MOVE_EVERY_MS = 100;
const MAX_MOVES = 500;
/**
 * What is brought over leaves an entry in its index for as long as anybody's transaction is older: not all of it is walked
 * through each time. A transaction that ends late may have written an earlier time, mostly by less than a second.
 */
const LATE_MS = 60_000;
const LOOK_FOR_LATE_EVERY_MS = 5_000;
/** The last retry comes three days after the first attempt at most, when the receiver asks for pauses. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** How often the older days are looked at, and whatever was passed over: nobody may have delivered for long. */
const LOOK_BACK_EVERY_MS = 60_000;
const BEGINNING = -1;

/** What a claim brought. */
export interface Claimed {
  readonly rows: readonly LeasedRow[];
  /** Whether all accounts were looked at since something was taken, and everything that is due had its chance. */
  readonly isRound: boolean;
  /** Accounts that were looked at and had nothing that could be taken. */
  readonly inVain: number;
  /** When nothing was taken: until something is due, at most `POLL_MS`. */
  readonly waitMs: number;
}

/** Claims of one engine, each going on where the one before ended. */
export interface Claims {
  /** Leases at most `limit` deliveries. Rejects when the database is away. */
  next(room: Room, limit: number): Promise<Claimed>;
}

/** Nothing is known of the queue yet. */
export function createClaims({ clock, db }: { readonly clock: Clock; readonly db: Db }): Claims {
  const fronts = createFronts(() => clock.now());
  const state = {
    cursor: BEGINNING,
    round: createRound(),
    /** The oldest day with something queued, when that is older than the recent ones. */
    oldest: undefined as string | undefined,
    lookedBackAtMs: Number.NEGATIVE_INFINITY,
    movedAtMs: Number.NEGATIVE_INFINITY,
    lookedForLateAtMs: Number.NEGATIVE_INFINITY,
    /** By the database's clock. */
    movedMs: null as number | null,
  };

  /** The least id that is looked at. What is due in an older day is as much due as that of today. */
  async function since(): Promise<string> {
    const recent = leastUuidOf(clock.now() - RECENT_MS);
    if (hasPassed(clock.now(), state.lookedBackAtMs, LOOK_BACK_EVERY_MS)) {
      const [found] = await oldestQueued(db, recent);
      state.oldest = found?.since;
      state.lookedBackAtMs = clock.now();
      // What was committed too late to be seen behind a mark of how far everything was taken is found by a look at everything.
      state.movedMs = null;
      state.movedAtMs = Number.NEGATIVE_INFINITY;
      fronts.forget();
    }
    return state.oldest !== undefined && state.oldest < recent ? state.oldest : recent;
  }

  /** From when on what waited is brought over. */
  function movedMs(nowMs: number): number | null {
    if (state.movedMs === null) return null;
    if (!hasPassed(nowMs, state.lookedForLateAtMs, LOOK_FOR_LATE_EVERY_MS)) return state.movedMs - FRONT_SLACK_MS;
    state.lookedForLateAtMs = nowMs;
    return state.movedMs - LATE_MS;
  }

  return {
    async next(room, limit) {
      const least = await since();
      const behind = fronts.known();
      const nowMs = clock.now();
      const moves = hasPassed(nowMs, state.movedAtMs, MOVE_EVERY_MS) ? MAX_MOVES : 0;
      const rows = await claimDeliveries(
        db,
        least,
        limit,
        room.turn,
        state.cursor,
        room.accounts,
        room.places,
        LEASE_MS / 1000,
        behind.accounts,
        behind.afterMs,
        moves,
        moves > 0 ? movedMs(nowMs) : null,
        POLL_MS / 1000,
      );
      const leased = rows.filter(isLeased);
      for (const [accountId, group] of Map.groupBy(leased, (row) => row.account_id)) {
        fronts.took(accountId, group.length, group[0]?.due_ms ?? 0);
      }
      const end = rows.find(({ id }) => id === null);
      const isMore = end?.moves === MAX_MOVES;
      if (moves > 0) {
        // Where there is more of it, the next claim goes on.
        state.movedAtMs = isMore ? Number.NEGATIVE_INFINITY : nowMs;
        state.movedMs = end?.moved_ms ?? null;
      }
      const [from, to] = [state.cursor, end?.account_id ?? BEGINNING];
      state.cursor = to;
      state.round.went(from, to);
      const isRound = end?.is_round !== false || (!isMore && state.round.isOver());
      if (isRound || isMore || leased.length > 0) state.round.begin();
      return {
        rows: leased,
        isRound,
        inVain: end?.in_vain ?? 0,
        waitMs: Math.min(POLL_MS, Math.max(LEAST_WAIT_MS, end?.wait_ms ?? POLL_MS)),
      };
    },
  };
}

/** Goes by how far claims come that bring nothing: of more accounts than one claim looks at, a round takes several. */
function createRound() {
  let startedAt: number | undefined;
  let isPastEnd = false;
  let at = BEGINNING;
  return {
    begin(): void {
      startedAt = undefined;
    },
    went(from: number, to: number): void {
      if (startedAt === undefined) [startedAt, isPastEnd] = [from, false];
      isPastEnd ||= to <= from;
      at = to;
    },
    isOver: (): boolean => startedAt !== undefined && isPastEnd && at >= startedAt,
  };
}

/** Whether so long has passed since a moment; yes where the clock was set back, which says nothing. */
function hasPassed(nowMs: number, sinceMs: number, ms: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= ms;
}

function isLeased(row: { readonly id: string | null }): row is LeasedRow {
  return row.id !== null;
}
