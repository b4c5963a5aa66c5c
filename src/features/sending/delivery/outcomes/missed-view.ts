import type { Db } from '../../../../base/db.ts';
import { countMissed, purgeMissed } from './missed-queries.ts';

const MAX_COUNTED = 100_000;
const PURGED_AT_ONCE = 5_000;

/** What one part has missed: a listener of outcomes, or `attempt` and `state` of delivery itself. */
export interface MissedOfPart {
  readonly part: string;
  readonly waiting: number;
  readonly givenUp: number;
  readonly accounts: number;
  readonly oldestSeconds: number;
  /** Why the last one failed. */
  readonly error: string;
}

/** What was missed and is not made up for, by part; counted up to 100,000. */
export async function missedByPart(db: Db): Promise<MissedOfPart[]> {
  const rows = await countMissed(db, MAX_COUNTED);
  return rows.map(({ accounts, error, given_up: givenUp, oldest_seconds: oldestSeconds, part, waiting }) => ({
    part,
    waiting,
    givenUp,
    accounts,
    oldestSeconds,
    error,
  }));
}

/** Forgets what was missed so many days ago and never made up for. */
export async function purgeMissedOutcomes(db: Db, days: number): Promise<void> {
  while ((await purgeMissed(db, days, PURGED_AT_ONCE)).length === PURGED_AT_ONCE);
}
