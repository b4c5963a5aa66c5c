/** Rows of one account in one claim from which on it counts as one with a backlog. */
const BACKLOG_ROWS = 16;
/** For how long what a claim saw holds for the next ones: accounts with a backlog are looked at many times a second. */
export const FRONT_HOLDS_MS = 1_000;
/** So much before what was seen is looked at as well: transactions that end late wrote an earlier time. */
export const FRONT_SLACK_MS = 1_000;
/** Accounts that a claim is told of. */
const MAX_FRONTS = 64;

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
