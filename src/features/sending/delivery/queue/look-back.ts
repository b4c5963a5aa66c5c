import type { Clock } from '../../../../base/clock.ts';
import { leastUuidOf } from '../../../../base/ids.ts';
import type { ClaimRow } from './queries.ts';

/**
 * Messages expire after three days at most, so few older partitions have due rows, and each partition makes every claim
 * slightly slower.
 */
const RECENT_MS = 4 * 24 * 3_600_000;
/** Interval at which older partitions are checked too: after a pause, a stop or a restore they may have due rows. */
const LOOK_EVERY_MS = 1_000;
/**
 * With thousands of partitions, a check takes longer and is less frequent, but only up to this limit: only a check
 * finds rows that were locked when they became due, for example by a crashed machine.
 */
const LOOK_EVERY_TIMES = 100;
const LOOK_AT_LEAST_EVERY_MS = 3_000;

/** The range that a claim searches. */
export interface Horizon {
  /** The oldest partition to search, as a message ID. */
  readonly since: string;
  /**
   * Start of the due times to search, in milliseconds of the server's clock; null for all due rows, including those of
   * older partitions.
   */
  readonly fromMs: number | null;
}

/** Determines once a second which range claims must search, so that not every claim must search everything. */
export interface LookBack {
  horizon(): Horizon;
  /** Stores the last row of a claim that started at `startedAtMs` of our clock with this horizon. */
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
      // The difference is negative if the clock was set back, and then has no meaning.
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
