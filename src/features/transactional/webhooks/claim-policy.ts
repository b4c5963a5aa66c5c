import type { LeasedRow } from './compose.ts';

/**
 * Pause between claims while few deliveries are due. Hundreds of attempts end close together, and each releases a slot.
 */
const REST_MS = 5;
/** Maximum pause between claims while many deliveries are due. */
const BUSY_REST_MS = 15;
/**
 * While many deliveries are due, the next claim starts once this many slots for each account with claimed rows were
 * released since the previous claim started, so that the claimed deliveries in progress last until the claim returns.
 * In the database, a claimed row took 50 µs in a claim of 32 rows, and 24 µs in a claim of 128 or more.
 */
const FREED_AN_ACCOUNT = 128;
/**
 * Pause between claims while messages have priority, because checking a long queue costs the database the same for many
 * rows as for few.
 */
const PACED_REST_MS = 200;
/**
 * Maximum number of rows per claim, which is small enough that rows of unknown receivers cannot use all slots at once.
 */
const MAX_CLAIM = 256;
/** Number of rows in a claim that counts as many due deliveries. */
const MANY = 64;
/**
 * Additional pause for each account that was checked in vain because its slots are full. A check costs the database 20
 * µs, and thousands of accounts may be in this state while their receivers hang.
 */
const IN_VAIN_REST_MS = 0.1;
/** Time after the last recorded outcome during which messages are considered to be flowing. */
export const MAIL_FLOWS_MS = 1_000;
/**
 * Number of deliveries that are allowed for each outcome, which has at most two events, so that deliveries keep up with
 * the events of messages.
 */
export const DELIVERIES_AN_OUTCOME = 2;
/**
 * Minimum number of deliveries that are allowed per second and process, so that a few messages do not block a backlog.
 * This rate uses a few percent of a core.
 */
export const LEAST_DELIVERIES_A_SECOND = 100;
/** Maximum accumulated allowance, in deliveries. */
export const MOST_SAVED = 256;

/** Number of an account's rows in one claim that indicates a backlog. */
const BACKLOG_ROWS = 16;
/** Time for which a claim's result is reused, because accounts with a backlog are checked many times a second. */
export const FRONT_HOLDS_MS = 1_000;
/** Margin before the known front, because transactions that commit late have written an earlier time. */
export const FRONT_SLACK_MS = 1_000;
/** Maximum number of accounts passed to a claim. */
const MAX_FRONTS = 64;

/** Result of a claim, which determines when the next claim starts. */
export interface Brought {
  readonly rows: readonly LeasedRow[];
  /**
   * Whether all accounts have been checked since the last claimed row, so that everything that is due could have been
   * claimed.
   */
  readonly isRound: boolean;
  /** Number of accounts that were checked without finding a row to claim. */
  readonly inVain: number;
}

/** Determines when claims start, how many deliveries each claim may lease, and what claims can skip. */
export interface ClaimPolicy {
  /** Reports outcomes of messages that were recorded in this process, because messages have priority (`createPace`). */
  mailed(outcomes: number): void;
  /** Reports a released slot. */
  freed(): void;
  /** Starts a claim with this many free slots. Returns how many deliveries the claim may lease. */
  begin(room: number): number;
  /** Fronts that show how far the backlogs of accounts have been claimed. */
  readonly fronts: Pick<Fronts, 'forget' | 'known'>;
  /** Reports the claimed rows. */
  took(rows: readonly LeasedRow[]): void;
  /**
   * Resolves when the next claim may start. The result tells whether nothing is due, so that the claim may wait until
   * something is due.
   */
  rest(brought: Brought): Promise<boolean>;
}

/** Creates the policy for an engine. `now` returns milliseconds. */
export function createClaimPolicy(now: () => number): ClaimPolicy {
  const fronts = createFronts(now);
  const pace = createPace(now);
  const rest = createRest();
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
 * Returns the pause until the next claim in milliseconds, and the number of released slots after which the claim may
 * start earlier.
 */
function restOf(allowed: number, { inVain, isRound, rows }: Brought): [ms: number, freed: number] {
  if (Number.isFinite(allowed)) return [PACED_REST_MS, Number.POSITIVE_INFINITY];
  if (rows.length >= MANY) {
    const accounts = new Set(rows.map((row) => row.account_id)).size;
    return [BUSY_REST_MS, Math.min(MAX_CLAIM, FREED_AN_ACCOUNT * accounts)];
  }
  // If there are more accounts to check, continue immediately.
  return [Math.max(isRound ? REST_MS : 0, inVain * IN_VAIN_REST_MS), Number.POSITIVE_INFINITY];
}

/** Limits the deliveries of a process while the process sends messages. */
export interface Pace {
  /** Reports recorded outcomes of messages. */
  mailed(outcomes: number): void;
  /** Returns the number of deliveries that may be claimed now. The number is infinite while no messages are sent. */
  allowed(): number;
  /** Reports the number of claimed deliveries. */
  took(deliveries: number): void;
}

/**
 * Creates the pace. Messages have priority: while messages are sent, their events are delivered at the same rate, and a
 * backlog of events is processed afterwards. `now` returns milliseconds.
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
      saved = Math.min(MOST_SAVED, saved + outcomes * DELIVERIES_AN_OUTCOME);
    },
    allowed() {
      const nowMs = now();
      // If the clock was set back, nothing is limited.
      if (!flows(nowMs)) return Number.POSITIVE_INFINITY;
      const sinceMs = Math.max(0, nowMs - filledAtMs);
      filledAtMs = nowMs;
      saved = Math.min(MOST_SAVED, saved + (sinceMs * LEAST_DELIVERIES_A_SECOND) / 1000);
      return Math.floor(saved);
    },
    took(deliveries) {
      saved = Math.max(0, saved - deliveries);
    },
  };
}

/** A pause between two rounds of a loop. Slots are released during the pause. */
export interface Rest {
  /** Starts a round. Slots that are released from now on count. */
  begin(): void;
  /** Reports a released slot. */
  freed(): void;
  /**
   * Resolves when this many slots were released since the start of the round, or after this time. Only one caller may
   * wait at a time.
   */
  wait(ms: number, places: number): Promise<void>;
}

/** Creates a pause that has no released slots yet. */
export function createRest(): Rest {
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

/** Tracks how far the backlogs of accounts have been claimed, for the next claim. */
export interface Fronts {
  /**
   * Returns the accounts with a backlog, and for each the time before which nothing of the backlog is left, in
   * milliseconds since 1970.
   */
  known(): { readonly accounts: number[]; readonly afterMs: number[] };
  /** Reports the number of an account's claimed rows, and the due time of the oldest of these rows. */
  took(accountId: number, rows: number, dueMs: number): void;
  /** Removes all fronts, so that rows before them are checked again. */
  forget(): void;
}

interface Front {
  readonly dueMs: number;
  readonly seenAtMs: number;
}

/**
 * Creates the fronts. They are needed because claimed rows of a backlog stay in the backlog's index until all older
 * transactions have ended. `now` returns milliseconds.
 */
export function createFronts(now: () => number): Fronts {
  const fronts = new Map<number, Front>();
  return {
    known() {
      const nowMs = now();
      const [accounts, afterMs]: [number[], number[]] = [[], []];
      for (const [accountId, { dueMs, seenAtMs }] of fronts) {
        // If the clock was set back, the front is unknown.
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
