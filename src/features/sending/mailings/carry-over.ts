import { isDamaged, isUnavailable, type Database, type Db, type Statement } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { storable } from '../../../base/stored-text.ts';
import {
  carryOverChunk,
  carryOverPrepared,
  carryOverRows,
  endLot,
  findFailedLots,
  findOldLots,
  noteFailure,
  type OldLot,
} from './carry-queries.ts';

/** Recipients that are carried over in one transaction. */
const PIECE = 1_000;
/** Recipient batches that are selected by one statement. */
const MAX_LOTS = 500;
/** Time after which the rest is left to the next run. */
const RUN_MS = 10 * 60_000;
/** Longest lease of a row; rows in the queue that are due sooner than this may be held by a worker. */
const LEASE_SECONDS = 25;
const MAX_REASON_CHARACTERS = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
const UNREADABLE = 'The stored data of this recipient cannot be read';

/** Carries over a piece of at most `limit` recipients, or fails one with a reason. Returns null if nothing is left. */
type Carry = (limit: number, failed: string | null) => Promise<number | null>;

/**
 * Carries waiting recipients from recipient batches of days whose retention ends within a day over to batches of the
 * current day, and ends the old ones, so that their day can be dropped. May be killed at any time and run again,
 * because each piece is its own transaction. Leased recipients are left to the next run. If a batch cannot be carried
 * over, this is recorded, logged, and tried again in each run.
 */
export async function carryOverMailings(db: Database, retentionDays: number, log: Log): Promise<void> {
  const until = performance.now() + RUN_MS;
  let behind = FIRST;
  while (performance.now() < until) {
    const lots = await findOldLots(db, retentionDays - 1, behind, MAX_LOTS);
    for (const lot of lots) {
      if (performance.now() >= until) return;
      behind = lot.id;
      await settle(db, lot, log);
    }
    if (lots.length < MAX_LOTS) return;
  }
}

/**
 * Returns recipient batches whose waiting recipients cannot be carried over, so that their day is kept; at most
 * `limit`.
 */
export async function listFailedLots(db: Db, limit: number): Promise<Awaited<ReturnType<typeof findFailedLots>>> {
  return findFailedLots(db, limit);
}

async function settle(db: Database, lot: OldLot, log: Log): Promise<void> {
  const { account_id: accountId, id: lotId, mailing_id: mailingId } = lot;
  try {
    await carryOver(db, lot);
    await noteFailure(db, accountId, lotId, null);
  } catch (error) {
    if (isUnavailable(error) && !isDamaged(error)) throw error;
    log.error('Waiting recipients of a mailing could not be moved to the current day; their original data is kept', {
      accountId,
      mailingId,
      lotId,
      error,
    });
    await noteFailure(db, accountId, lotId, reasonOf(error));
  }
}

async function carryOver(db: Database, { account_id: accountId, id: lotId }: OldLot): Promise<void> {
  await carryAll(pieces(carryOverPrepared, db, accountId, lotId));
  await carryAll(pieces(carryOverChunk, db, accountId, lotId));
  await carryAll(async (limit, failed) => {
    const [row] = await carryOverRows(db, accountId, lotId, LEASE_SECONDS, limit, failed);
    return row?.carried ?? null;
  });
  await endLot(db, accountId, lotId);
}

function pieces(
  carry: Statement<
    [accountId: number, lotId: string, limit: number, failed: string | null],
    { readonly carried: number | null }
  >,
  db: Db,
  accountId: number,
  lotId: string,
): Carry {
  return async (limit, failed) => {
    const [row] = await carry(db, accountId, lotId, limit, failed);
    return row?.carried ?? null;
  };
}

/**
 * Carries over until nothing is left. A recipient that cannot be read is found by bisection and fails; the others do
 * not wait for it.
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
