import type { Clock } from '../../../../base/clock.ts';
import type { Db } from '../../../../base/db.ts';
import { createShortCache } from '../../../../base/short-cache.ts';
import { MAX_LEASED_SECONDS } from './flush.ts';
import { deleteDrain, drainInForce, insertDrain, isAtWork, type PauseRow } from './operating-queries.ts';

/** Time, in milliseconds, for which a process caches the state of the drain. */
export const DRAIN_KNOWN_MS = 1_000;

/**
 * Returns the time at which the current drain ends, or undefined if there is no drain. New messages are rejected until
 * then. Calls within a second share one query.
 */
export type DrainDirectory = () => Promise<Date | undefined>;

/** Creates a directory that caches the drain in progress. */
export function createDrainDirectory({ clock, db }: { readonly clock: Clock; readonly db: Db }): DrainDirectory {
  const cache = createShortCache<Date | undefined>(clock, DRAIN_KNOWN_MS);
  return async () => cache.get('', async () => (await drainInForce(db))[0]?.until);
}

/**
 * Makes all processes reject new messages for `forMs`, starting within a second. Returns the time when the drain ends.
 */
export async function startDrain(db: Db, forMs: number): Promise<Date> {
  const [row] = await insertDrain(db, forMs / 1_000);
  if (!row) throw new Error('Inserting a drain returned no row');
  return row.until;
}

/** Ends the drain, so that new messages are accepted again. Returns false if no drain was in progress. */
export async function endDrain(db: Db): Promise<boolean> {
  return (await deleteDrain(db)).length > 0;
}

/**
 * Returns whether messages are due, whether messages are being sent, and whether mailings have unfinished chunks. Uses
 * a single query.
 */
export async function whatIsAtWork(db: Db): Promise<PauseRow> {
  const [row] = await isAtWork(db, MAX_LEASED_SECONDS);
  return row ?? { ready: false, at_work: false, chunks: false };
}
