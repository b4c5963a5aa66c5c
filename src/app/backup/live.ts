import type { Db, Tx } from '../../base/db.ts';
import { readFact, removeFact, writeFact } from './queries.ts';

/**
 * Name of the installation property that marks a hold. It is stored from a restore until the operator runs `postrider
 * restore --go-live`. Its value is the start of the hold.
 */
const HELD_SINCE = 'held_since';
/**
 * Name of the installation property that marks an unfinished restore whose backup has been loaded. Its value is the
 * identity of the backup.
 */
const UNFINISHED = 'restore_unfinished';

/**
 * Resolves with the ISO 8601 time at which a restored installation was put on hold, or with undefined if it is not on
 * hold.
 */
export async function heldSince(db: Db): Promise<string | undefined> {
  return valueOf(db, HELD_SINCE);
}

/** Resolves with the identity (`identityOf`) of the backup that an unfinished restore has loaded, or with undefined. */
export async function unfinishedRestore(db: Db): Promise<string | undefined> {
  return valueOf(db, UNFINISHED);
}

/**
 * Records that `backup` was loaded and that the installation is on hold. Call this in the transaction that loads the
 * rows.
 */
export async function noteLoaded(tx: Tx, backup: string, now: Date): Promise<void> {
  await writeFact(tx, HELD_SINCE, Buffer.from(now.toISOString()));
  await writeFact(tx, UNFINISHED, Buffer.from(backup));
}

/** Records that a restore has finished. */
export async function noteFinished(db: Db): Promise<void> {
  await removeFact(db, UNFINISHED);
}

/** Ends the hold of a restored installation. Resolves with false if it was not on hold. */
export async function goLive(db: Db): Promise<boolean> {
  await removeFact(db, UNFINISHED);
  return (await removeFact(db, HELD_SINCE)).length > 0;
}

async function valueOf(db: Db, name: string): Promise<string | undefined> {
  const [fact] = await readFact(db, name);
  return fact?.value.toString('utf8');
}
