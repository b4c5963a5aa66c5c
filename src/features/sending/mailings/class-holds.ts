import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { setChunksDue, type ChunkRow } from './chunk-queries.ts';
import { holdClass, liftedClasses, releaseClass } from './class-hold-queries.ts';

/** Maximum number of chunks, or of rows, that one statement holds or releases. */
const AT_ONCE = 1_000;
/** Limits per run: the number of pairs of account and mail class, and the duration in milliseconds. */
const MAX_CLASSES = 200;
const RUN_MS = 5_000;
/** Number of seconds over which the due times of released rows are spread after a pause. */
const SPREAD_SECONDS = 10;

/**
 * Holds up to AT_ONCE due messages of a paused mail class, so that claims no longer find them. Must be called whenever
 * a claim finds such a message.
 */
export async function holdDueOfClass(db: Db, accountId: number, mailClass: number): Promise<void> {
  await holdClass(db, accountId, mailClass, AT_ONCE);
}

/** Releases a leased chunk of a paused class, and holds the class like `holdDueOfClass`. */
export async function holdChunk(db: Database, row: ChunkRow): Promise<void> {
  await db.transaction(async (tx) => {
    await setChunksDue(tx, [row.account_id], [row.batch_id], [row.chunk_no], [row.epoch], 0);
    await holdDueOfClass(tx, row.account_id, row.class);
  });
}

/**
 * Releases the held messages of classes whose pause was lifted, in batches with one transaction each. If the process
 * dies, the next run continues. A failing class does not affect the others. A run costs one statement if there is
 * nothing to release.
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
