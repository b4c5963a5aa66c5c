import type { LeasedRow } from './compose.ts';

/** Pause in milliseconds between claims while few deliveries are due. */
const REST_MS = 5;
/** Maximum pause in milliseconds between claims while many deliveries are due. */
const BUSY_REST_MS = 15;
/**
 * While many deliveries are due, the next claim starts once this many slots per claimed account were released since the
 * previous claim started, because large claims are cheaper for the database.
 */
const FREED_AN_ACCOUNT = 128;
/**
 * Pause in milliseconds between claims while messages have priority. Checking a long queue costs the database as much
 * for a few rows as for many.
 */
const PACED_REST_MS = 200;
/**
 * Maximum number of rows per claim. The limit ensures that deliveries to receivers of unknown health cannot fill all
 * slots at once.
 */
const MAX_CLAIM = 256;
/** If a claim returns at least this many rows, many deliveries are due. */
const MANY = 64;
/** Additional pause in milliseconds for each account that was checked although its slots are full. */
const EMPTY_CLAIM_PAUSE_MS = 0.1;
/** Milliseconds after the last recorded outcome during which messages are considered to be in progress. */
export const MAIL_FLOWS_MS = 1_000;
/** Number of deliveries allowed for each outcome. */
export const DELIVERIES_AN_OUTCOME = 2;
/** Minimum number of deliveries allowed per second per process, so that a few messages do not block a backlog. */
export const MIN_DELIVERIES_A_SECOND = 100;
/** Burst limit: maximum number of allowed deliveries that accumulate while none are made. */
export const MAX_SAVED = 256;

/** If a claim returns at least this many rows of an account, the account has a backlog. */
const BACKLOG_ROWS = 16;
/** Milliseconds for which a known position in a backlog stays valid. */
export const FRONT_HOLDS_MS = 1_000;
/**
 * Safety margin in milliseconds before the known position in a backlog, because a transaction that commits late may
 * have written rows with earlier times.
 */
export const FRONT_SLACK_MS = 1_000;
/** Maximum number of accounts passed to a claim. */
const MAX_FRONTS = 64;

/** Result of a claim. Determines the start of the next claim. */
export interface Brought {
  readonly rows: readonly LeasedRow[];
  /** True if all accounts were checked without finding another due row. */
  readonly isRound: boolean;
  /** Number of accounts that were checked but from which no row was claimed. */
  readonly inVain: number;
}

/** Determines the start times of claims, the number of deliveries that they lease, and the rows that they can skip. */
export interface ClaimPolicy {
  /** Reports outcomes of messages recorded in this process. Messages have priority (`createPace`). */
  mailed(outcomes: number): void;
  /** Reports a released slot. */
  freed(): void;
  /** Starts a claim. `room` is the number of free slots. Returns the number of deliveries that the claim may lease. */
  begin(room: number): number;
  /** Position in each account's backlog up to which deliveries have been claimed. */
  readonly fronts: Pick<Fronts, 'forget' | 'known'>;
  /** Reports the claimed rows. */
  took(rows: readonly LeasedRow[]): void;
  /**
   * Resolves when the next claim may start. The result is true if nothing is due, so that the caller can wait for new
   * deliveries.
   */
  rest(brought: Brought): Promise<boolean>;
}

/** Creates the policy for an engine. `now` returns milliseconds. */
export function createClaimPolicy(now: () => number): ClaimPolicy {
  const fronts = createFronts(now);
  const pace = createPace(now);
  const rest = createPause();
  let allowed = 0;
  return {
    mailed: (outcomes) => pace.mailed(outcomes),
    freed: () => rest.freed(),
    begin(room) {
      rest.begin();
      allowed = pace.allowed();
      return Math.min(MAX_CLAIM, room, allowed);
    },
    fronts,
    took(rows) {
      pace.took(rows.length);
      for (const [accountId, group] of Map.groupBy(rows, (row) => row.account_id)) {
        fronts.took(accountId, group.length, group[0]?.due_ms ?? 0);
      }
    },
    async rest(brought) {
      await rest.wait(...restOf(allowed, brought));
      return brought.rows.length === 0 && brought.isRound && allowed > 0;
    },
  };
}

/**
 * Returns the pause until the next claim in milliseconds, and the number of released slots that ends the pause early.
 */
function restOf(allowed: number, { inVain, isRound, rows }: Brought): [ms: number, freed: number] {
  if (Number.isFinite(allowed)) return [PACED_REST_MS, Number.POSITIVE_INFINITY];
  if (rows.length >= MANY) {
    const accounts = new Set(rows.map((row) => row.account_id)).size;
    return [BUSY_REST_MS, Math.min(MAX_CLAIM, FREED_AN_ACCOUNT * accounts)];
  }
  // Continue immediately if there are more accounts to check.
  return [Math.max(isRound ? REST_MS : 0, inVain * EMPTY_CLAIM_PAUSE_MS), Number.POSITIVE_INFINITY];
}

/** Limits the deliveries of a process while the process sends messages. */
export interface Pace {
  /** Reports recorded outcomes of messages. */
  mailed(outcomes: number): void;
  /** Returns the number of deliveries that may be claimed now, or Infinity while no messages are sent. */
  allowed(): number;
  /** Reports the number of claimed deliveries. */
  took(deliveries: number): void;
}

/**
 * Creates the rate limiter for webhook deliveries. Messages have priority: while messages are being sent, webhook events
 * are delivered at the rate of the messages, so a backlog of events has to wait. `now` returns milliseconds.
 */
export function createPace(now: () => number): Pace {
  let mailedAtMs = Number.NEGATIVE_INFINITY;
  let filledAtMs = 0;
  let saved = 0;
  const flows = (nowMs: number): boolean => nowMs >= mailedAtMs && nowMs - mailedAtMs < MAIL_FLOWS_MS;
  return {
    mailed(outcomes) {
      const nowMs = now();
      if (!flows(nowMs)) [saved, filledAtMs] = [0, nowMs];
      mailedAtMs = nowMs;
      saved = Math.min(MAX_SAVED, saved + outcomes * DELIVERIES_AN_OUTCOME);
    },
    allowed() {
      const nowMs = now();
      // There is no limit if no messages have been sent recently, or if the clock was set back.
      if (!flows(nowMs)) return Number.POSITIVE_INFINITY;
      const sinceMs = Math.max(0, nowMs - filledAtMs);
      filledAtMs = nowMs;
      saved = Math.min(MAX_SAVED, saved + (sinceMs * MIN_DELIVERIES_A_SECOND) / 1000);
      return Math.floor(saved);
    },
    took(deliveries) {
      saved = Math.max(0, saved - deliveries);
    },
  };
}

/** The pause between two claims. It ends early if slots are released. */
export interface Rest {
  /** Resets the count of released slots. Called before each claim. */
  begin(): void;
  /** Reports a released slot. */
  freed(): void;
  /**
   * Resolves after `ms` milliseconds, or earlier if `places` slots have been released since `begin` was called.
   * Supports one caller at a time.
   */
  wait(ms: number, places: number): Promise<void>;
}

export function createPause(): Rest {
  let count = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let wakeUp = (): void => {};
  return {
    begin() {
      count = 0;
    },
    freed() {
      count += 1;
      if (count >= wanted) wakeUp();
    },
    wait(ms, places) {
      if (count >= places) return Promise.resolve();
      return new Promise((resolve) => {
        const end = (): void => {
          wanted = Number.POSITIVE_INFINITY;
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(end, ms);
        wakeUp = end;
        wanted = places;
      });
    },
  };
}

/** Tracks the position in each account's backlog up to which deliveries have been claimed, for the next claim. */
export interface Fronts {
  /**
   * Returns the accounts with a backlog, and for each account the time, in milliseconds since the Unix epoch, before
   * which all deliveries have been claimed.
   */
  known(): { readonly accounts: number[]; readonly afterMs: number[] };
  /** Reports the number of rows claimed for an account, and the due time of the oldest. */
  took(accountId: number, rows: number, dueMs: number): void;
  /** Discards the cached positions of all accounts, so that rows before these positions are found, too. */
  forget(): void;
}

interface Front {
  readonly dueMs: number;
  readonly seenAtMs: number;
}

/**
 * Creates the tracker of backlog positions. Without these positions, each claim would read the rows that were already
 * claimed, because they stay in the index until all older transactions have ended. `now` returns milliseconds.
 */
export function createFronts(now: () => number): Fronts {
  const fronts = new Map<number, Front>();
  return {
    known() {
      const nowMs = now();
      const [accounts, afterMs]: [number[], number[]] = [[], []];
      for (const [accountId, { dueMs, seenAtMs }] of fronts) {
        // Discard a position that is too old, or that is from the future because the clock was set back.
        if (nowMs < seenAtMs || nowMs - seenAtMs > FRONT_HOLDS_MS) fronts.delete(accountId);
        else {
          accounts.push(accountId);
          afterMs.push(dueMs - FRONT_SLACK_MS);
        }
      }
      return { accounts, afterMs };
    },
    took(accountId, rows, dueMs) {
      fronts.delete(accountId);
      if (rows >= BACKLOG_ROWS && fronts.size < MAX_FRONTS) fronts.set(accountId, { dueMs, seenAtMs: now() });
    },
    forget: () => fronts.clear(),
  };
}
