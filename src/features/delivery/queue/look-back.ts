import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { leastUuidOf } from '../../../base/ids.ts';
import { firstDueDay } from './queries.ts';

/** Mail is given up after three days at most, so few older days have anything due; each day costs every claim a little. */
const RECENT_MS = 4 * 24 * 3_600_000;
/** How often the older days are looked at all the same: after a pause, a stop or a restore they have mail. */
const LOOK_EVERY_MS = 1_000;
/** Where there are thousands of days a look takes longer, and comes more seldom. */
const LOOK_EVERY_TIMES = 500;
const LOOK_AT_LEAST_EVERY_MS = 10_000;
const ALL_DAYS = leastUuidOf(0);

/** Where a claim looks. */
export interface Horizon {
  /** Days from this id on. */
  readonly since: string;
  /** Rows that came due since then, in milliseconds of the server's clock; 0 for all. */
  readonly fromMs: number;
}

/** Learns once a second where claims have to look, so that each of them need not look everywhere. */
export interface LookBack {
  horizon(): Promise<Horizon>;
  /** What the claim has found that looked there: with rows that are due still, the next one looks for all of them again. */
  noteBehind(isBehind: boolean): void;
}

/** Has not looked yet. */
export function createLookBack({ clock, db }: { readonly clock: Clock; readonly db: Db }): LookBack {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let everyMs = LOOK_EVERY_MS;
  let since = ALL_DAYS;
  let serverMs = 0;
  let isBehind = true;

  return {
    async horizon() {
      const startedAtMs = clock.now();
      const agoMs = startedAtMs - lookedAtMs;
      // A clock that was set back makes it negative; then it says nothing.
      if (agoMs >= 0 && agoMs < everyMs) return { since, fromMs: isBehind ? 0 : serverMs };
      const [row] = await firstDueDay(db, leastUuidOf(startedAtMs - RECENT_MS));
      since = row?.first_day ?? ALL_DAYS;
      serverMs = row?.now_ms ?? 0;
      lookedAtMs = startedAtMs;
      const tookMs = clock.now() - startedAtMs;
      everyMs = Math.min(Math.max(LOOK_EVERY_MS, tookMs * LOOK_EVERY_TIMES), LOOK_AT_LEAST_EVERY_MS);
      return { since, fromMs: 0 };
    },
    noteBehind: (is) => void (isBehind = is),
  };
}
