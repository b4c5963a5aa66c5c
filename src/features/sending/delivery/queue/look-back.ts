import type { Clock } from '../../../../base/clock.ts';
import { leastUuidOf } from '../../../../base/ids.ts';
import type { ClaimRow } from './queries.ts';

/** Maximum age, in milliseconds, of the partitions that every claim searches. Older partitions rarely have due rows. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** Minimum interval, in milliseconds, between searches of older partitions. */
const POLL_EVERY_MS = 1_000;
/**
 * Minimum interval between full searches, as a multiple of the duration of the last one, but at most `SWEEP_EVERY_MS`.
 */
const SWEEP_EVERY_POLLS = 100;
const SWEEP_EVERY_MS = 3_000;

/** The range that a claim must search. */
export interface Horizon {
  /** The oldest partition to search, as a message ID. */
  readonly since: string;
  /**
   * Start of the due times to search, in milliseconds by the server's clock. If null, all due rows are searched,
   * including those in older partitions.
   */
  readonly fromMs: number | null;
}

/** Limits the range of partitions and due times that claims search. */
export interface Sweep {
  horizon(): Horizon;
  /**
   * Reports a completed claim. After a claim that searched everything, later claims only search for rows that became
   * due after that claim. `startedAtMs` is the start of the claim by our clock, and `end` is a final row of its
   * result.
   */
  note(horizon: Horizon, startedAtMs: number, end: Pick<ClaimRow, 'due_in_ms' | 'now_ms' | 'since'>): void;
}

/** Creates a sweep. Its first claim searches everything. */
export function createSweep(clock: Clock): Sweep {
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let everyMs = POLL_EVERY_MS;
  let known: Horizon | undefined;

  return {
    horizon() {
      const nowMs = clock.now();
      const agoMs = nowMs - checkedAtMs;
      // A negative difference means that the clock was set back.
      const isKnown = agoMs >= 0 && agoMs < everyMs;
      return known && isKnown ? known : { since: leastUuidOf(nowMs - RECENT_MS), fromMs: null };
    },
    note({ fromMs }, startedAtMs, { due_in_ms: dueInMs, now_ms: serverMs, since }) {
      if (fromMs !== null) return;
      // If rows are still due, the next claim must search everything again.
      known = since === null || dueInMs === 0 ? undefined : { since, fromMs: serverMs };
      checkedAtMs = startedAtMs;
      everyMs = Math.min(Math.max(POLL_EVERY_MS, (clock.now() - startedAtMs) * SWEEP_EVERY_POLLS), SWEEP_EVERY_MS);
    },
  };
}
