import { isDamaged, isUnavailable, type Database, type Db, type Statement } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { storable } from '../../../base/stored-text.ts';
import {
  carryOverChunk,
  carryOverPrepared,
  carryOverRows,
  endBatch,
  findFailedBatches,
  findOldBatches,
  noteFailure,
  type OldBatch,
} from './carry-queries.ts';

/** Maximum number of recipients carried over in one transaction. */
const PIECE = 1_000;
/** Maximum number of recipient batches selected by one statement. */
const MAX_BATCHES = 500;
/** Maximum duration of a run, in milliseconds. The next run continues the work. */
const RUN_MS = 10 * 60_000;
/**
 * Duration of a row's lease, in seconds. A row that becomes due within this time may be leased to a worker, so it is
 * not carried over.
 */
const LEASE_SECONDS = 25;
const MAX_REASON_CHARACTERS = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
const UNREADABLE = 'The stored data of this recipient cannot be read';

/**
 * Carries over at most `limit` recipients, or marks them as failed if `failed` contains a reason. Resolves with their
 * number, or with null if none are left.
 */
type Carry = (limit: number, failed: string | null) => Promise<number | null>;

/**
 * Carries over waiting recipients from batches of days whose retention ends within a day to batches of the current day.
 * Ends the old batches, so that their day can be dropped. Can be killed and restarted at any time, because each chunk
 * of recipients has its own transaction. Skips leased recipients until the next run. If a batch cannot be carried over,
 * records and logs the failure, and tries again in each run.
 */
export async function carryOverMailings(db: Database, retentionDays: number, log: Log): Promise<void> {
  const until = performance.now() + RUN_MS;
  let behind = FIRST;
  while (performance.now() < until) {
    const batches = await findOldBatches(db, retentionDays - 1, behind, MAX_BATCHES);
    for (const batch of batches) {
      if (performance.now() >= until) return;
      behind = batch.id;
      await settle(db, batch, log);
    }
    if (batches.length < MAX_BATCHES) return;
  }
}

/** Returns at most `limit` recipient batches whose waiting recipients cannot be carried over. */
export async function listFailedBatches(db: Db, limit: number): Promise<Awaited<ReturnType<typeof findFailedBatches>>> {
  return findFailedBatches(db, limit);
}

async function settle(db: Database, batch: OldBatch, log: Log): Promise<void> {
  const { account_id: accountId, id: batchId, mailing_id: mailingId } = batch;
  try {
    await carryOver(db, batch);
    await noteFailure(db, accountId, batchId, null);
  } catch (error) {
    if (isUnavailable(error) && !isDamaged(error)) throw error;
    log.error('Waiting recipients of a mailing could not be moved to the current day; their original data is kept', {
      accountId,
      mailingId,
      batchId,
      error,
    });
    await noteFailure(db, accountId, batchId, reasonOf(error));
  }
}

async function carryOver(db: Database, { account_id: accountId, id: batchId }: OldBatch): Promise<void> {
  await carryAll(pieces(carryOverPrepared, db, accountId, batchId));
  await carryAll(pieces(carryOverChunk, db, accountId, batchId));
  await carryAll(async (limit, failed) => {
    const [row] = await carryOverRows(db, accountId, batchId, LEASE_SECONDS, limit, failed);
    return row?.carried ?? null;
  });
  await endBatch(db, accountId, batchId);
}

function pieces(
  carry: Statement<
    [accountId: number, batchId: string, limit: number, failed: string | null],
    { readonly carried: number | null }
  >,
  db: Db,
  accountId: number,
  batchId: string,
): Carry {
  return async (limit, failed) => {
    const [row] = await carry(db, accountId, batchId, limit, failed);
    return row?.carried ?? null;
  };
}

/**
 * Carries over recipients until none are left. Uses bisection to find a recipient whose data cannot be read, and fails
 * that recipient, so that the others can be carried over.
 */
async function carryAll(carry: Carry): Promise<void> {
  let limit = PIECE;
  for (;;) {
    try {
      const carried = await carry(limit, null);
      if (carried === null) return;
      limit = PIECE;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      if (limit === 1) await carry(1, UNREADABLE);
      limit = limit === 1 ? PIECE : Math.ceil(limit / 2);
    }
  }
}

function reasonOf(error: unknown): string {
  return storable(error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON_CHARACTERS);
}
