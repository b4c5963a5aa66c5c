import { isUnavailable, sqlStateOf, type Database } from '../base/db.ts';

const DISK_FULL = '53100';
/** New pages for a table that only this transaction sees: as much as a busy second of messages takes. */
const TAKE_ROOM = `create temporary table postrider_disk_room on commit drop as
  select repeat('x', 2000) as filler from generate_series(1, 500)`;

/** A database, and whether it has room for more. */
export interface DiskWatch {
  readonly db: Database;
  /** False from a statement that was refused for want of disk space until a write succeeds. Asks the database only in between. */
  hasRoom(): Promise<boolean>;
}

/** Watches what the statements of a process report about the disk of their server. */
export function watchDisk(db: Database): DiskWatch {
  let isFull = false;
  const noting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (sqlStateOf(error) === DISK_FULL) isFull = true;
      throw error;
    }
  };
  return {
    db: {
      ...db,
      query: (asked, values) => noting(db.query(asked, values)),
      transaction: (work, options) => noting(db.transaction(work, options)),
    },
    async hasRoom() {
      if (!isFull) return true;
      try {
        await db.transaction(async (tx) => tx.query({ name: '', text: TAKE_ROOM }, []));
        isFull = false;
      } catch (error) {
        // A user without the right to create temporary tables learns of the disk from the next message.
        isFull = isUnavailable(error);
      }
      return !isFull;
    },
  };
}
