import type { Db, Tx } from '../../base/db.ts';
import { readFact, removeFact, writeFact } from './queries.ts';

/** The fact of an installation that was restored and was not told yet to go live: since when. */
const HELD_SINCE = 'held_since';
/** The fact of an installation whose backup is loaded while the rest of its restore is not done: which backup. */
const UNFINISHED = 'restore_unfinished';

/** Since when a restored installation holds what leaves it; undefined for one that is live. */
export async function heldSince(db: Db): Promise<string | undefined> {
  return valueOf(db, HELD_SINCE);
}

/** The backup, as its manifest's checksum, that was loaded here by a restore which did not come to its end. */
export async function unfinishedRestore(db: Db): Promise<string | undefined> {
  return valueOf(db, UNFINISHED);
}

/** Notes, with the rows of a backup, that the installation is held, and that its restore has not come to its end. */
export async function noteLoaded(tx: Tx, backup: string, now: Date): Promise<void> {
  await writeFact(tx, HELD_SINCE, Buffer.from(now.toISOString()));
  await writeFact(tx, UNFINISHED, Buffer.from(backup));
}

/** Notes that a restore came to its end. */
export async function noteFinished(db: Db): Promise<void> {
  await removeFact(db, UNFINISHED);
}

/** Lets a restored installation deliver from now on; false when it did already. */
export async function goLive(db: Db): Promise<boolean> {
  await removeFact(db, UNFINISHED);
  return (await removeFact(db, HELD_SINCE)).length > 0;
}

async function valueOf(db: Db, name: string): Promise<string | undefined> {
  const [fact] = await readFact(db, name);
  return fact?.value.toString('utf8');
}
