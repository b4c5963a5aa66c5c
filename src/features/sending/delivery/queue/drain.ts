import type { Clock } from '../../../../base/clock.ts';
import type { Db } from '../../../../base/db.ts';
import { createShortCache } from '../../../../base/short-cache.ts';
import { HELD_AT_MOST_SECONDS } from './flush.ts';
import { deleteDrain, drainInForce, insertDrain, isAtWork, type RestRow } from './operating-queries.ts';

/** For how long a process believes what it knows of a drain. */
export const DRAIN_KNOWN_MS = 1_000;

/** Tells until when no new mail is taken; undefined while it is. A look is shared by all who ask within a second. */
export type DrainDirectory = () => Promise<Date | undefined>;

/** What this process knows of a drain; while the database is away there is none. */
export function createDrainDirectory({ clock, db }: { readonly clock: Clock; readonly db: Db }): DrainDirectory {
  const cache = createShortCache<Date | undefined>(clock, DRAIN_KNOWN_MS);
  return async () => cache.get('', async () => (await drainInForce(db))[0]?.until);
}

/** Has every process take no new mail from within a second on, for so long. */
export async function beginDrain(db: Db, forMs: number): Promise<Date> {
  const [row] = await insertDrain(db, forMs / 1_000);
  if (!row) throw new Error('The drain was not saved');
  return row.until;
}

/** Takes new mail again; false when it was taken anyway. */
export async function endDrain(db: Db): Promise<boolean> {
  return (await deleteDrain(db)).length > 0;
}

/** What there is to be sent now or is being sent, as far as one look tells. */
export async function whatIsAtWork(db: Db): Promise<RestRow> {
  const [row] = await isAtWork(db, HELD_AT_MOST_SECONDS);
  return row ?? { ready: false, at_work: false, chunks: false };
}
