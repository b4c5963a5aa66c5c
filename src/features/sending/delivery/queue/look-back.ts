import type { Clock } from '../../../../base/clock.ts';
import { leastUuidOf } from '../../../../base/ids.ts';
import type { ClaimRow } from './queries.ts';

/** Mail is given up after three days at most, so few older days have anything due; each day costs every claim a little. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** How often the older days are looked at all the same: after a pause, a stop or a restore they have mail. */
const LOOK_EVERY_MS = 1_000;
/**
 * Where there are thousands of days a look takes longer, and comes more seldom; not much more, because only a look finds
 * what was locked when it came due, as by a machine that died.
 */
const LOOK_EVERY_TIMES = 100;
const LOOK_AT_LEAST_EVERY_MS = 3_000;

/** Where a claim looks. */
export interface Horizon {
  /** Days from this id on. */
  readonly since: string;
  /** Rows that came due since then, in milliseconds of the server's clock; null for all, those of older days too. */
  readonly fromMs: number | null;
}

/** Learns once a second where claims have to look, so that each of them need not look everywhere. */
export interface LookBack {
  horizon(): Horizon;
  /** What the end of a claim has said that began to look there at a time of ours. */
  note(horizon: Horizon, startedAtMs: number, end: Pick<ClaimRow, 'due_in_ms' | 'now_ms' | 'since'>): void;
}

/** Has not looked yet. */
export function createLookBack(clock: Clock): LookBack {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let everyMs = LOOK_EVERY_MS;
  let known: Horizon | undefined;

  return {
    horizon() {
      const nowMs = clock.now();
      const agoMs = nowMs - lookedAtMs;
      // A clock that was set back makes it negative; then it says nothing.
      const isKnown = agoMs >= 0 && agoMs < everyMs;
      return known && isKnown ? known : { since: leastUuidOf(nowMs - RECENT_MS), fromMs: null };
    },
    note({ fromMs }, startedAtMs, { due_in_ms: dueInMs, now_ms: serverMs, since }) {
      if (fromMs !== null) return;
      // With rows that are due still, the next claim looks for all of them again.
      known = since === null || dueInMs === 0 ? undefined : { since, fromMs: serverMs };
      lookedAtMs = startedAtMs;
      everyMs = Math.min(
        Math.max(LOOK_EVERY_MS, (clock.now() - startedAtMs) * LOOK_EVERY_TIMES),
        LOOK_AT_LEAST_EVERY_MS,
      );
    },
  };
}
