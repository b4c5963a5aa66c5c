import type { Clock } from '../../../../base/clock.ts';
import { leastUuidOf } from '../../../../base/ids.ts';
import type { ClaimRow } from './queries.ts';

/**
 * Age up to which every claim searches partitions. Messages expire after three days at most, so few older partitions
 * have due rows, and each partition makes every claim slightly slower.
 */
const RECENT_MS = 4 * 24 * 3_600_000;
/**
 * Interval at which older partitions are checked too, because they may have due rows after a pause, a stop or a
 * restore.
 */
const LOOK_EVERY_MS = 1_000;
/**
 * Interval between checks, as a multiple of the duration of a check, because a check takes longer with thousands of
 * partitions. `LOOK_AT_LEAST_EVERY_MS` limits the interval, because only a check finds rows that were locked when they
 * became due, for example by a crashed machine.
 */
const LOOK_EVERY_TIMES = 100;
const LOOK_AT_LEAST_EVERY_MS = 3_000;

/** The range that a claim must search. */
export interface Horizon {
  /** The oldest partition to search, as a message ID. */
  readonly since: string;
  /**
   * Start of the due times to search, in milliseconds of the server's clock. Null means all due rows, including rows in
   * older partitions.
   */
  readonly fromMs: number | null;
}

/** Determines once a second which range claims must search, so that not every claim must search everything. */
export interface LookBack {
  horizon(): Horizon;
  /** Stores the last row of a claim with this horizon that started at `startedAtMs` of our clock. */
  note(horizon: Horizon, startedAtMs: number, end: Pick<ClaimRow, 'due_in_ms' | 'now_ms' | 'since'>): void;
}

/** Creates a state without a known range. */
export function createLookBack(clock: Clock): LookBack {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let everyMs = LOOK_EVERY_MS;
  let known: Horizon | undefined;

  return {
    horizon() {
      const nowMs = clock.now();
      const agoMs = nowMs - lookedAtMs;
      // The difference is negative if the clock was set back, and then is meaningless.
      const isKnown = agoMs >= 0 && agoMs < everyMs;
      return known && isKnown ? known : { since: leastUuidOf(nowMs - RECENT_MS), fromMs: null };
    },
    note({ fromMs }, startedAtMs, { due_in_ms: dueInMs, now_ms: serverMs, since }) {
      if (fromMs !== null) return;
      // If rows are still due, the next claim searches everything again.
      known = since === null || dueInMs === 0 ? undefined : { since, fromMs: serverMs };
      lookedAtMs = startedAtMs;
      everyMs = Math.min(
        Math.max(LOOK_EVERY_MS, (clock.now() - startedAtMs) * LOOK_EVERY_TIMES),
        LOOK_AT_LEAST_EVERY_MS,
      );
    },
  };
}
