import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { claimDeliveries, oldestQueued, type ClaimedRow } from './claim-queries.ts';
import type { LeasedRow } from './compose.ts';
import { FRONT_SLACK_MS, type Brought, type ClaimPolicy } from './claim-policy.ts';
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
export interface Claimed extends Brought {
  /** When nothing was taken: until something is due, at most `POLL_MS`. */
  readonly waitMs: number;
}

/** Claims of one engine, each going on where the one before ended. */
export interface Claims {
  /** Leases at most `limit` deliveries. Rejects when the database is away. */
  next(room: Room, limit: number): Promise<Claimed>;
}

/** What is known of the queue. */
interface Known {
  readonly clock: Clock;
  readonly db: Db;
  readonly policy: Pick<ClaimPolicy, 'fronts' | 'took'>;
  readonly round: Round;
  /** The account at which the last claim ended. */
  cursor: number;
  /** The oldest day with something queued, when that is older than the recent ones. */
  oldest: string | undefined;
  lookedBackAtMs: number;
  movedAtMs: number;
  lookedForLateAtMs: number;
  /** Up to when what waited was brought over, by the database's clock. */
  movedMs: number | null;
}

/** Nothing is known of the queue yet. */
export function createClaims({ clock, db, policy }: Pick<Known, 'clock' | 'db' | 'policy'>): Claims {
  const known: Known = {
    clock,
    db,
    policy,
    round: createRound(),
    cursor: BEGINNING,
    oldest: undefined,
    lookedBackAtMs: Number.NEGATIVE_INFINITY,
    movedAtMs: Number.NEGATIVE_INFINITY,
    lookedForLateAtMs: Number.NEGATIVE_INFINITY,
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

/** What is known after a claim, of which the last row tells; `movedAtMs` where it brought over what was due. */
function learn(known: Known, rows: readonly LeasedRow[], end: End, movedAtMs: number | undefined): Claimed {
  const isMore = end.moves === MAX_MOVES;
  if (movedAtMs !== undefined) {
    // Where there is more of it, the next claim goes on.
    known.movedAtMs = isMore ? Number.NEGATIVE_INFINITY : movedAtMs;
    known.movedMs = end.moved_ms;
  }
  known.round.went(known.cursor, end.account_id);
  known.cursor = end.account_id;
  const isRound = end.is_round || (!isMore && known.round.isOver());
  if (isRound || isMore || rows.length > 0) known.round.begin();
  const waitMs = Math.min(POLL_MS, Math.max(LEAST_WAIT_MS, end.wait_ms ?? POLL_MS));
  return { rows, isRound, inVain: end.in_vain, waitMs };
}

/** The least id that is looked at. What is due in an older day is as much due as that of today. */
async function leastId(known: Known): Promise<string> {
  const { clock, db, policy } = known;
  const recent = leastUuidOf(clock.now() - RECENT_MS);
  if (hasPassed(clock.now(), known.lookedBackAtMs, LOOK_BACK_EVERY_MS)) {
    known.oldest = (await oldestQueued(db, recent))[0]?.since;
    known.lookedBackAtMs = clock.now();
    // What was committed too late to be seen behind a mark of how far everything was taken is found by a look at everything.
    known.movedMs = null;
    known.movedAtMs = Number.NEGATIVE_INFINITY;
    policy.fronts.forget();
  }
  return known.oldest !== undefined && known.oldest < recent ? known.oldest : recent;
}

/** From when on what waited is brought over; null: everything. */
function moveFrom(known: Known, nowMs: number): number | null {
  if (known.movedMs === null) return null;
  if (!hasPassed(nowMs, known.lookedForLateAtMs, LOOK_FOR_LATE_EVERY_MS)) return known.movedMs - FRONT_SLACK_MS;
  known.lookedForLateAtMs = nowMs;
  return known.movedMs - LATE_MS;
}

/** How far claims have come that brought nothing: where there are more accounts than one looks at, a round takes several. */
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

/** The last row of a claim. */
type End = Pick<ClaimedRow, 'account_id' | 'moved_ms' | 'wait_ms'> & {
  readonly is_round: boolean;
  readonly in_vain: number;
  readonly moves: number;
};

function endOf(rows: readonly ClaimedRow[]): End {
  const { account_id = BEGINNING, in_vain, is_round, moved_ms = null, moves, wait_ms = null } = rows.at(-1) ?? {};
  return { account_id, is_round: is_round !== false, in_vain: in_vain ?? 0, moves: moves ?? 0, moved_ms, wait_ms };
}

/** Whether so long has passed since a moment; yes where the clock was set back, which says nothing. */
function hasPassed(nowMs: number, sinceMs: number, ms: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= ms;
}

function isLeased(row: { readonly id: string | null }): row is LeasedRow {
  return row.id !== null;
}
