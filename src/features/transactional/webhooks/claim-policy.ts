import type { LeasedRow } from './compose.ts';

/** Between two claims while little is due: attempts end by the hundred, and each frees a place. */
const REST_MS = 5;
/** Between two claims at most while much is due. */
const BUSY_REST_MS = 15;
/**
 * While much is due the next claim begins when so many places became free since the last one began, for each account that it
 * had rows of: what is still at hand lasts until it is answered. A row of a claim of 32 took the database 50 µs, one of a
 * claim of 128 or more 24.
 */
const FREED_AN_ACCOUNT = 128;
/** Between two claims while mail goes first: a look at a long queue costs the database the same for many rows as for few. */
const PACED_REST_MS = 200;
/** Rows that one claim takes: few enough that those of unknown receivers cannot take all places at once. */
const MAX_CLAIM = 256;
/** Rows of one claim from which on much counts as due. */
const MANY = 64;
/**
 * For each account that was looked at in vain, because its places are full: a look costs the database 20 µs, and thousands
 * of accounts may be so while their receivers hang.
 */
const IN_VAIN_REST_MS = 0.1;
/** Mail counts as flowing for so long after an outcome of one was recorded. */
export const MAIL_FLOWS_MS = 1_000;
/** Deliveries for each outcome, which has two events at most: what mails cause keeps up with them. */
export const DELIVERIES_AN_OUTCOME = 2;
/** Deliveries a second in any case, each process: a trickle of mail must not hold up a backlog. Some percent of a core. */
export const LEAST_DELIVERIES_A_SECOND = 100;
/** What may be saved up, in deliveries. */
export const MOST_SAVED = 256;

/** Rows of one account in one claim from which on it counts as one with a backlog. */
const BACKLOG_ROWS = 16;
/** For how long what a claim saw holds for the next ones: accounts with a backlog are looked at many times a second. */
export const FRONT_HOLDS_MS = 1_000;
/** So much before what was seen is looked at as well: transactions that end late wrote an earlier time. */
export const FRONT_SLACK_MS = 1_000;
/** Accounts that a claim is told of. */
const MAX_FRONTS = 64;

/** What a claim brought, as far as it says when the next one is worth its while. */
export interface Brought {
  readonly rows: readonly LeasedRow[];
  /** Whether all accounts were looked at since something was taken, and everything that is due had its chance. */
  readonly isRound: boolean;
  /** Accounts that were looked at and had nothing that could be taken. */
  readonly inVain: number;
}

/** When the claims of an engine begin, how much each may take, and what they need not look at. */
export interface ClaimPolicy {
  /** That outcomes of mails were recorded in this process: mail goes first (`createPace`). */
  mailed(outcomes: number): void;
  /** That a place became free. */
  freed(): void;
  /** A claim begins, for which there is so much room: how many deliveries it may take. */
  begin(room: number): number;
  /** How far the backlogs of accounts have been taken. */
  readonly fronts: Pick<Fronts, 'forget' | 'known'>;
  /** What the claim took. */
  took(rows: readonly LeasedRow[]): void;
  /** Resolves when the next claim may begin; with whether nothing is due, so that it may wait until something is. */
  rest(brought: Brought): Promise<boolean>;
}

/** The policy of one engine; `now` gives milliseconds. */
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

/** How long until the next claim, in ms, and after how many places that become free it may begin earlier. */
function restOf(allowed: number, { inVain, isRound, rows }: Brought): [ms: number, freed: number] {
  if (Number.isFinite(allowed)) return [PACED_REST_MS, Number.POSITIVE_INFINITY];
  if (rows.length >= MANY) {
    const accounts = new Set(rows.map((row) => row.account_id)).size;
    return [BUSY_REST_MS, Math.min(MAX_CLAIM, FREED_AN_ACCOUNT * accounts)];
  }
  // Where there are more accounts to look at, it goes on at once.
  return [Math.max(isRound ? REST_MS : 0, inVain * IN_VAIN_REST_MS), Number.POSITIVE_INFINITY];
}

/** How many deliveries a process may take on while it has mails to send. */
export interface Pace {
  /** That outcomes of mails were recorded. */
  mailed(outcomes: number): void;
  /** Deliveries that may be claimed now; infinite while no mail flows. */
  allowed(): number;
  /** That so many were claimed. */
  took(deliveries: number): void;
}

/**
 * Mail goes first: its events flow as fast as it does, and a backlog of events flows off behind it. `now` gives
 * milliseconds.
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
      // A clock that was set back says nothing: nobody is held up by it.
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

/** The pause of a loop between two rounds, in which places become free. */
export interface Rest {
  /** A round begins: what becomes free from now on counts. */
  begin(): void;
  /** A place became free. */
  freed(): void;
  /** Resolves when so many places became free since the round began, or after so long. Only one may wait at a time. */
  wait(ms: number, places: number): Promise<void>;
}

/** Nothing became free yet. */
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

/** How far the backlogs of accounts have been taken, for the next claim. */
export interface Fronts {
  /** Accounts with a backlog, and before which time, in milliseconds since 1970, none of it is left. */
  known(): { readonly accounts: number[]; readonly afterMs: number[] };
  /** That a claim took so many rows of an account, of which the oldest was due then. */
  took(accountId: number, rows: number, dueMs: number): void;
  /** What is behind the fronts is to be looked at once more. */
  forget(): void;
}

interface Front {
  readonly dueMs: number;
  readonly seenAtMs: number;
}

/** What is taken of a backlog stays in its index for as long as anybody's transaction is older; `now` gives milliseconds. */
export function createFronts(now: () => number): Fronts {
  const fronts = new Map<number, Front>();
  return {
    known() {
      const nowMs = now();
      const [accounts, afterMs]: [number[], number[]] = [[], []];
      for (const [accountId, { dueMs, seenAtMs }] of fronts) {
        // A clock that was set back says nothing.
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
