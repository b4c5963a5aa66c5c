import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { claimDeliveries, oldestQueued, type ClaimedRow } from './claim-queries.ts';
import type { LeasedRow } from './compose.ts';
import { FRONT_SLACK_MS, type Brought, type ClaimPolicy } from './claim-policy.ts';
import type { Room } from './places.ts';
import { LEASE_MS } from './sending.ts';

/**
 * Interval in milliseconds at which the queue is checked while nothing is due. Rows that other processes insert do not
 * wake this process.
 */
export const POLL_MS = 1_000;
/**
 * Minimum number of milliseconds to wait for the next due delivery. Deliveries that become due one after another, such
 * as those of a replay, are therefore sent in groups.
 */
const MIN_WAIT_MS = 50;
/** Due rows are moved to the claimable rows at most once per MOVE_EVERY_MS, and at most MAX_MOVES rows at a time. */
const MOVE_EVERY_MS = 100;
const MAX_MOVES = 500;
/**
 * Every LATE_CHECK_EVERY_MS, a move also searches the due times in this number of milliseconds before the end of the
 * previous move, to find rows that were committed late. Other moves search only the last `FRONT_SLACK_MS` of this
 * period, because the index still has entries of rows that were already moved.
 */
const LATE_MS = 60_000;
const LATE_CHECK_EVERY_MS = 5_000;
/** Maximum age, in milliseconds, of the deliveries that every claim checks. */
const RECENT_MS = 4 * 24 * 3_600_000;
/**
 * Interval in milliseconds at which claims also search for rows that were committed late, and for deliveries from
 * earlier days. Such deliveries remain if all processes were stopped for a long time.
 */
const SWEEP_EVERY_MS = 60_000;
const BEGINNING = -1;

export interface Claimed extends Brought {
  /** If nothing was claimed: milliseconds until something is due, at most `POLL_MS`. */
  readonly waitMs: number;
}

/** The claims of one engine. Each claim continues where the previous claim ended. */
export interface Claims {
  /** Leases at most `limit` deliveries. Rejects while the database is unavailable. */
  next(room: Room, limit: number): Promise<Claimed>;
}

interface Known {
  readonly clock: Clock;
  readonly db: Db;
  readonly policy: Pick<ClaimPolicy, 'fronts' | 'took'>;
  readonly round: Round;
  /** ID of the account at which the last claim stopped. The next claim continues after it. */
  cursor: number;
  /** ID from which to search for queued deliveries. Undefined before the first search. */
  oldest: string | undefined;
  sweptAtMs: number;
  movedAtMs: number;
  lateCheckAtMs: number;
  /** Time up to which due rows were moved, in milliseconds since the Unix epoch, by the database's clock. */
  movedMs: number | null;
}

export function createClaims({ clock, db, policy }: Pick<Known, 'clock' | 'db' | 'policy'>): Claims {
  const known: Known = {
    clock,
    db,
    policy,
    round: createRound(),
    cursor: BEGINNING,
    oldest: undefined,
    sweptAtMs: Number.NEGATIVE_INFINITY,
    movedAtMs: Number.NEGATIVE_INFINITY,
    lateCheckAtMs: Number.NEGATIVE_INFINITY,
    movedMs: null,
  };
  return { next: (room, limit) => claim(known, room, limit) };
}

async function claim(known: Known, room: Room, limit: number): Promise<Claimed> {
  const since = await leastId(known);
  const { accounts, afterMs } = known.policy.fronts.known();
  const nowMs = known.clock.now();
  const maxMoves = hasPassed(nowMs, known.movedAtMs, MOVE_EVERY_MS) ? MAX_MOVES : 0;
  const rows = await claimDeliveries(known.db, {
    since,
    limit,
    turn: room.turn,
    cursor: known.cursor,
    accounts: room.accounts,
    places: room.places,
    leaseSeconds: LEASE_MS / 1000,
    behind: accounts,
    afterMs,
    moves: maxMoves,
    movedMs: maxMoves > 0 ? moveFrom(known, nowMs) : null,
    pollSeconds: POLL_MS / 1000,
  });
  const leased = rows.filter(isLeased);
  known.policy.took(leased);
  return learn(known, leased, endOf(rows), maxMoves > 0 ? nowMs : undefined);
}

/**
 * Updates the cached state from a claim's last row. `movedAtMs` is the time of the claim if the claim also made waiting
 * rows claimable. Otherwise, it is undefined.
 */
function learn(known: Known, rows: readonly LeasedRow[], end: End, movedAtMs: number | undefined): Claimed {
  const isMore = end.moves === MAX_MOVES;
  if (movedAtMs !== undefined) {
    // If more rows are due, the next claim moves them immediately.
    known.movedAtMs = isMore ? Number.NEGATIVE_INFINITY : movedAtMs;
    known.movedMs = end.moved_ms;
  }
  known.round.went(known.cursor, end.account_id);
  known.cursor = end.account_id;
  const isRound = end.is_round || (!isMore && known.round.isOver());
  if (isRound || isMore || rows.length > 0) known.round.begin();
  const waitMs = Math.min(POLL_MS, Math.max(MIN_WAIT_MS, end.wait_ms ?? POLL_MS));
  return { rows, isRound, inVain: end.in_vain, waitMs };
}

/** Returns the lowest ID to check. It is low enough to include due rows from earlier days. */
async function leastId(known: Known): Promise<string> {
  const { clock, db, policy } = known;
  const recent = leastUuidOf(clock.now() - RECENT_MS);
  if (hasPassed(clock.now(), known.sweptAtMs, SWEEP_EVERY_MS)) {
    known.oldest = (await oldestQueued(db, recent))[0]?.since;
    known.sweptAtMs = clock.now();
    // Search all due times again and discard the cached positions, because rows that were committed late may precede
    // these positions.
    known.movedMs = null;
    known.movedAtMs = Number.NEGATIVE_INFINITY;
    policy.fronts.forget();
  }
  return known.oldest !== undefined && known.oldest < recent ? known.oldest : recent;
}

/** Returns the due time from which waiting rows are changed to claimable rows, or null to change all due rows. */
function moveFrom(known: Known, nowMs: number): number | null {
  if (known.movedMs === null) return null;
  if (!hasPassed(nowMs, known.lateCheckAtMs, LATE_CHECK_EVERY_MS)) return known.movedMs - FRONT_SLACK_MS;
  known.lateCheckAtMs = nowMs;
  return known.movedMs - LATE_MS;
}

/**
 * A round of claims that together check all accounts. Tracks which accounts were checked without finding a due
 * delivery. If there are more accounts than one claim checks, a round takes several claims.
 */
interface Round {
  begin(): void;
  went(from: number, to: number): void;
  isOver(): boolean;
}

function createRound(): Round {
  let startedAt: number | undefined;
  let isPastEnd = false;
  let at = BEGINNING;
  return {
    begin() {
      startedAt = undefined;
    },
    went(from, to) {
      if (startedAt === undefined) [startedAt, isPastEnd] = [from, false];
      isPastEnd ||= to <= from;
      at = to;
    },
    isOver: () => startedAt !== undefined && isPastEnd && at >= startedAt,
  };
}

/** The last row that a claim returns. It describes the claim itself. */
type End = Pick<ClaimedRow, 'account_id' | 'moved_ms' | 'wait_ms'> & {
  readonly is_round: boolean;
  readonly in_vain: number;
  readonly moves: number;
};

function endOf(rows: readonly ClaimedRow[]): End {
  const { account_id = BEGINNING, in_vain, is_round, moved_ms = null, moves, wait_ms = null } = rows.at(-1) ?? {};
  return { account_id, is_round: is_round !== false, in_vain: in_vain ?? 0, moves: moves ?? 0, moved_ms, wait_ms };
}

/**
 * Returns true if at least `ms` milliseconds have passed since `sinceMs`, or if the clock was set back, so that the
 * elapsed time is unknown.
 */
function hasPassed(nowMs: number, sinceMs: number, ms: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= ms;
}

function isLeased(row: { readonly id: string | null }): row is LeasedRow {
  return row.id !== null;
}
