import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { claimErasure, endTask, releaseTask, lockTask, moveTask, type ClaimedErasure } from './erase-queries.ts';
import { STEPS, taskOf } from './steps.ts';
import type { Step } from './types.ts';

/** Duration of a time slice, in milliseconds. After a slice, other erasures run before this erasure continues. */
const SLICE_MS = 20_000;
/** Duration of a lease, in seconds. It must be longer than the slowest possible batch. */
const LEASE_SECONDS = 90;
const MAX_SLICES = 50;
/** Seconds to wait before checking again whether work in progress has ended. */
const WAIT_SECONDS = 60;
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 3_600;
const MAX_REASON_CHARACTERS = 200;

/** Dependencies of the erasure job. */
export interface EraseParts {
  readonly db: Database;
  readonly log: Log;
  /** Replacements for the real steps, used by tests. */
  readonly steps?: readonly Step[];
}

/**
 * Continues due erasures batch by batch. Each batch and the record of its progress are one transaction. A failed
 * erasure does not affect others and is retried with increasing delays.
 */
export async function eraseDue(parts: EraseParts): Promise<void> {
  for (let slice = 0; slice < MAX_SLICES; slice += 1) {
    const [claimed] = await claimErasure(parts.db, LEASE_SECONDS);
    if (!claimed) return;
    try {
      await runSlice(parts, claimed);
    } catch (error) {
      // Do not store error messages, because they may contain the address.
      const reason = error instanceof Error ? error.name : 'Error';
      parts.log.error('Erasure failed; retrying', {
        account: claimed.account_id,
        erasure: claimed.id,
        reason,
      });
      await releaseErasure(parts, claimed, `Failed: ${reason}`.slice(0, MAX_REASON_CHARACTERS));
    }
  }
}

async function runSlice(parts: EraseParts, claimed: ClaimedErasure): Promise<void> {
  const until = performance.now() + SLICE_MS;
  for (;;) {
    const waitsFor = await takePiece(parts, claimed);
    if (waitsFor === undefined) return;
    if (waitsFor !== '') {
      await releaseTask(parts.db, claimed.account_id, claimed.id, waitsFor, false, WAIT_SECONDS);
      return;
    }
    if (performance.now() < until) continue;
    await releaseTask(parts.db, claimed.account_id, claimed.id, null, false, 0);
    return;
  }
}

/**
 * Processes one batch. Returns undefined if the erasure is complete, an empty string if another batch follows, and
 * otherwise the reason for waiting.
 */
async function takePiece(
  { db, steps = STEPS }: EraseParts,
  { account_id: accountId, id }: ClaimedErasure,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await lockTask(tx, accountId, id);
    if (!row) return undefined;
    const step = steps[row.step];
    if (!step) {
      await endTask(tx, accountId, id);
      return undefined;
    }
    const piece = await step.run(tx, taskOf(accountId, row));
    const isDone = piece.place === null && piece.waitsFor === undefined;
    await moveTask(tx, accountId, id, isDone ? row.step + 1 : row.step, piece.place, piece.erased, LEASE_SECONDS);
    return piece.waitsFor ?? '';
  });
}

async function releaseErasure(
  { db }: EraseParts,
  { account_id: accountId, id }: ClaimedErasure,
  reason: string,
): Promise<void> {
  const failures = await db.transaction(async (tx) => (await lockTask(tx, accountId, id))[0]?.failures ?? 0);
  const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(failures, 10), MAX_RETRY_SECONDS);
  await releaseTask(db, accountId, id, reason, true, seconds);
}
