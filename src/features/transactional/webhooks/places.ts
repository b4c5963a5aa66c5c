/** Deliveries that a process holds at most: on the wire, or at hand for it. */
const MAX_PLACES = 1_024;
/** Of these, what accounts may hold together whose receivers hang or fail... */
const MAX_TROUBLED_PLACES = 160;
/** ...and those of whose receivers nothing is known yet. The rest is always there for receivers that answer. */
const MAX_UNPROVEN_PLACES = 160;
/** Requests that one account has on the wire at most. */
export const MAX_ACCOUNT_PLACES = 64;
/** What an account begins with, and what one keeps whose receiver only fails. */
export const FIRST_PLACES = 4;
export const LEAST_PLACES = 2;
/** A receiver that takes longer is one that hangs, as far as places are concerned. */
export const SLOW_MS = 2_000;
/** Whose receiver answers has deliveries at hand for so long, and at most so many for each place on the wire. */
const AHEAD_MS = 200;
const MAX_AHEAD = 5;
/** What a new answer weighs in the average. */
const WEIGHT = 1 / 8;
/** Failures in a row after which a receiver counts as troubled, however fast it answers. */
const TROUBLED_FAILURES = 3;
/** Accounts that are remembered; the one that was heard of least recently is forgotten first. */
const MAX_ACCOUNTS = 2_000;

/** What is known of an account's receiver. */
interface Standing {
  /** Requests that may be on the wire at once. */
  places: number;
  /** Deliveries that are held: those on the wire and those that wait for it. */
  held: number;
  onWire: number;
  isProven: boolean;
  failures: number;
  isSlow: boolean;
  /** How long answers take. */
  averageMs: number;
  /** When the requests on the wire began, in the order in which they did. */
  readonly started: Set<{ readonly atMs: number }>;
  readonly waiting: (() => void)[];
}

type Kind = 'proven' | 'unproven' | 'troubled';

/** Who may hold how many deliveries more. */
export interface Room {
  /** All together; 0: nothing is to be claimed. */
  readonly total: number;
  /** An account that is not named. */
  readonly turn: number;
  readonly accounts: number[];
  /** Each account named. */
  readonly places: number[];
}

/** A request that was made, as something to learn from. */
interface Tried {
  readonly isOk: boolean;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
}

/** The place of one delivery that is held. */
export interface Place {
  /** Resolves when its request may go on the wire; undefined: at once. */
  enter(): Promise<void> | undefined;
  /** Gives the place back, with what came of the request when one was made. */
  leave(tried?: Tried): void;
}

/** Shares places out among accounts, so that receivers that hang disturb nobody but their own. */
export interface Places {
  room(nowMs: number): Room;
  /** A place for a delivery that was leased. */
  take(accountId: number): Place;
}

/**
 * Places that follow what receivers do: an answer in time earns one more, a failure halves them, down to two. Accounts
 * whose receiver is unknown, and those whose receiver is troubled, hold together only a part of all. `now` gives
 * milliseconds.
 */
export function createPlaces(now: () => number): Places {
  const standings = new Map<number, Standing>();
  const total = { held: 0 };
  return {
    room: (nowMs) => roomOf(standings, total.held, nowMs),
    take(accountId) {
      const standing = touch(standings, accountId);
      standing.held += 1;
      total.held += 1;
      return placeOf(standing, total, now);
    },
  };
}

function placeOf(standing: Standing, total: { held: number }, now: () => number): Place {
  let started: { readonly atMs: number } | undefined;
  const begin = (): void => {
    started = { atMs: now() };
    standing.started.add(started);
    standing.onWire += 1;
  };
  return {
    enter() {
      if (standing.onWire < standing.places && standing.waiting.length === 0) {
        begin();
        return undefined;
      }
      return new Promise((resolve) => {
        standing.waiting.push(() => {
          begin();
          resolve();
        });
      });
    },
    leave(tried) {
      total.held -= 1;
      standing.held -= 1;
      if (started) {
        standing.started.delete(started);
        standing.onWire -= 1;
      }
      if (tried) learn(standing, tried);
      const { waiting } = standing;
      // Each that goes takes its place at once.
      while (standing.onWire < standing.places) {
        const go = waiting.shift();
        if (!go) return;
        go();
      }
    },
  };
}

/** The standing of an account, which thereby is the one heard of last. */
function touch(standings: Map<number, Standing>, accountId: number): Standing {
  const known = standings.get(accountId);
  const standing = known ?? newStanding();
  standings.delete(accountId);
  standings.set(accountId, standing);
  if (!known && standings.size > MAX_ACCOUNTS) forgetOne(standings);
  return standing;
}

function newStanding(): Standing {
  return {
    places: FIRST_PLACES,
    held: 0,
    onWire: 0,
    isProven: false,
    failures: 0,
    isSlow: false,
    averageMs: AHEAD_MS,
    started: new Set(),
    waiting: [],
  };
}

function forgetOne(standings: Map<number, Standing>): void {
  for (const [accountId, { held }] of standings) {
    if (held > 0) continue;
    standings.delete(accountId);
    return;
  }
}

function learn(standing: Standing, { finishedAtMs, isOk, startedAtMs }: Tried): void {
  const tookMs = finishedAtMs - startedAtMs;
  standing.isSlow = tookMs >= SLOW_MS;
  standing.averageMs += (tookMs - standing.averageMs) * WEIGHT;
  if (isOk && !standing.isSlow) {
    standing.isProven = true;
    standing.failures = 0;
    standing.places = Math.min(MAX_ACCOUNT_PLACES, standing.places + 1);
    return;
  }
  standing.failures = isOk ? 0 : standing.failures + 1;
  standing.places = Math.max(LEAST_PLACES, Math.floor(standing.places / 2));
}

function roomOf(standings: ReadonlyMap<number, Standing>, held: number, nowMs: number): Room {
  const known = [...standings].map(([accountId, standing]) => ({ accountId, standing, kind: kindOf(standing, nowMs) }));
  const used: Record<Kind, number> = { proven: 0, unproven: 0, troubled: 0 };
  for (const { kind, standing } of known) used[kind] += standing.held;
  const total = Math.max(0, MAX_PLACES - held);
  const left: Record<Kind, number> = {
    proven: total,
    unproven: Math.max(0, MAX_UNPROVEN_PLACES - used.unproven),
    troubled: Math.max(0, MAX_TROUBLED_PLACES - used.troubled),
  };
  return {
    total,
    turn: Math.min(FIRST_PLACES, left.unproven),
    accounts: known.map(({ accountId }) => accountId),
    places: known.map(({ kind, standing }) =>
      Math.max(0, Math.min(holdable(kind, standing) - standing.held, left[kind])),
    ),
  };
}

/** Whose receiver answers has the next deliveries at hand when a place on the wire becomes free. */
function holdable(kind: Kind, { averageMs, places }: Standing): number {
  if (kind === 'proven') return Math.ceil(places * (1 + Math.min(MAX_AHEAD, AHEAD_MS / Math.max(1, averageMs))));
  return kind === 'troubled' ? LEAST_PLACES : places;
}

function kindOf({ failures, isProven, isSlow, started }: Standing, nowMs: number): Kind {
  if (isSlow || failures >= TROUBLED_FAILURES) return 'troubled';
  const [oldest] = started;
  // A receiver that has begun to hang is known before its deadline is over.
  if (oldest && nowMs - oldest.atMs >= SLOW_MS) return 'troubled';
  return isProven ? 'proven' : 'unproven';
}
