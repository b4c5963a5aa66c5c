import type { Db } from '../../base/db.ts';
import { readFact, removeFact } from './queries.ts';

/** The fact of an installation that was restored and was not told yet to go live: since when. */
export const HELD_SINCE = 'held_since';

/** Since when a restored installation holds what leaves it; undefined for one that is live. */
export async function heldSince(db: Db): Promise<string | undefined> {
  const [fact] = await readFact(db, HELD_SINCE);
  return fact?.value.toString('utf8');
}

/** Lets a restored installation deliver from now on; false when it did already. */
export async function goLive(db: Db): Promise<boolean> {
  return (await removeFact(db, HELD_SINCE)).length > 0;
}
