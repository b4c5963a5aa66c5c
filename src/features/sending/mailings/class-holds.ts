import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { setChunksDue, type ChunkRow } from './chunk-queries.ts';
import { holdClass, liftedClasses, releaseClass } from './class-hold-queries.ts';

/** Chunks, and rows, that one statement puts aside or lets go: some ten ms of the database's time. */
const AT_ONCE = 1_000;
/** Classes of accounts in a run, and for how long one goes on. */
const MAX_CLASSES = 200;
const RUN_MS = 5_000;
/** After a pause, rows do not all come due at once. */
const SPREAD_SECONDS = 10;

/**
 * Puts aside what is due of a class that is paused, where no claim meets it, so that it costs nothing while it waits. Called
 * by whoever meets mail of such a class; what is more than one piece is met again.
 */
export async function putClassAside(db: Db, accountId: number, mailClass: number): Promise<void> {
  await holdClass(db, accountId, mailClass, AT_ONCE);
}

/** The same of a class of which a chunk was leased all the same, and is given back. */
export async function putChunkAside(db: Database, row: ChunkRow): Promise<void> {
  await db.transaction(async (tx) => {
    await setChunksDue(tx, [row.account_id], [row.lot_id], [row.chunk_no], [row.epoch], 0);
    await putClassAside(tx, row.account_id, row.class);
  });
}

/**
 * Lets go what was put aside of classes whose pause was lifted, in pieces of a transaction each, so that it goes on where it
 * ends when the process dies. One class that fails does not keep the others from it. Costs one statement while there is none.
 */
export async function releaseLiftedClasses({
  clock,
  db,
}: {
  readonly clock: Clock;
  readonly db: Database;
}): Promise<void> {
  const untilMs = clock.now() + RUN_MS;
  const failures: unknown[] = [];
  for (const { account_id: accountId, class: mailClass } of await liftedClasses(db, MAX_CLASSES)) {
    try {
      while (clock.now() < untilMs) {
        const [row] = await releaseClass(db, accountId, mailClass, AT_ONCE, SPREAD_SECONDS);
        if (!row?.has_more) break;
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
