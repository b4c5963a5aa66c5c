import type { Db, Tx } from '../../base/db.ts';
import { readFact, removeFact, writeFact } from './queries.ts';

/** Installation fact set after a restore until the operator goes live: the time since when. */
const HELD_SINCE = 'held_since';
/** Installation fact set between loading a backup and the end of the restore: the identity of the backup. */
const UNFINISHED = 'restore_unfinished';

/** Resolves with the time since when a restored installation holds outgoing data; undefined if it is live. */
export async function heldSince(db: Db): Promise<string | undefined> {
  return valueOf(db, HELD_SINCE);
}

/** Resolves with the backup (its manifest's checksum) that an unfinished restore has loaded. */
export async function unfinishedRestore(db: Db): Promise<string | undefined> {
  return valueOf(db, UNFINISHED);
}

/** Records, together with the rows of a backup, that the installation is on hold and its restore unfinished. */
export async function noteLoaded(tx: Tx, backup: string, now: Date): Promise<void> {
  await writeFact(tx, HELD_SINCE, Buffer.from(now.toISOString()));
  await writeFact(tx, UNFINISHED, Buffer.from(backup));
}

/** Records that a restore has finished. */
export async function noteFinished(db: Db): Promise<void> {
  await removeFact(db, UNFINISHED);
}

/** Ends the hold of a restored installation. Resolves with false if there was none. */
export async function goLive(db: Db): Promise<boolean> {
  await removeFact(db, UNFINISHED);
  return (await removeFact(db, HELD_SINCE)).length > 0;
}

async function valueOf(db: Db, name: string): Promise<string | undefined> {
  const [fact] = await readFact(db, name);
  return fact?.value.toString('utf8');
}
