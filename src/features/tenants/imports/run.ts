import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { type Poller, startPolling } from '../../../base/poller.ts';
import type { ImportKind } from './kinds.ts';
import { ABANDONED_SECONDS, KEPT_DAYS, UNSTARTED_SECONDS } from './limits.ts';
import {
  abandonedImports,
  type ClaimedImport,
  claimImport,
  dropImport,
  releaseImport,
  purgeOldImport,
} from './queries.ts';
import { abandonReady, advanceUndo, endUndo, recordUndoDeleted, overdueUndo } from './setup-queries.ts';
import { Lost, MAX_FAILURES, RETRY_SECONDS, runSlice, SLICE_MS, type SliceParts } from './slice.ts';

/** Number of seconds after which another process takes over an import whose process died. */
const LEASE_SECONDS = 25;
const PURGED_AT_ONCE = 500;

interface RunnerParts {
  readonly db: Database;
  readonly log: Log;
  readonly kinds: readonly ImportKind[];
  /** Duration of a lease, in seconds. Default: LEASE_SECONDS. Tests use a shorter lease. */
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
}

/** Processes the imports of all accounts in time slices. Several processes can do this at the same time. */
export function startImports({ db, kinds, leaseSeconds = LEASE_SECONDS, log, pollMs }: RunnerParts): Poller {
  const names = kinds.map(({ name }) => name);

  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimImport(db, names, leaseSeconds);
    const kind = kinds.find(({ name }) => name === claimed?.kind);
    if (!claimed || !kind) return false;
    const parts = { db, log, leaseSeconds, undoDays: kind.undo?.days ?? null };
    if (claimed.state === 'undoing') await runUndoSlice(parts, kind, claimed, signal);
    else await runSlice(parts, kind, claimed, signal);
    return true;
  }

  return startPolling({ log, pollMs, things: 'Imports', takeOne });
}

/**
 * Number of seconds after which interrupted uploads are deleted, and imports that were never started are canceled.
 * Shorter in tests.
 */
interface ImportTimeouts {
  readonly abandonedSeconds?: number;
  readonly unstartedSeconds?: number;
}

/**
 * Deletes interrupted uploads, imports that ended long ago, and expired undo data. Cancels imports that were never
 * started.
 */
export async function purgeImports(
  db: Database,
  kinds: readonly ImportKind[] = [],
  { abandonedSeconds = ABANDONED_SECONDS, unstartedSeconds = UNSTARTED_SECONDS }: ImportTimeouts = {},
): Promise<void> {
  await abandonReady(db, unstartedSeconds, PURGED_AT_ONCE);
  await deleteOverdue(db, kinds);
  for (const { account_id: accountId, id } of await abandonedImports(db, abandonedSeconds, PURGED_AT_ONCE)) {
    await dropImport(db, accountId, id);
  }
  for (let purged = 0; purged < PURGED_AT_ONCE; purged += 1) {
    if ((await purgeOldImport(db, KEPT_DAYS)).length === 0) return;
  }
}

async function deleteOverdue(db: Database, kinds: readonly ImportKind[]): Promise<void> {
  const names = kinds.map(({ name }) => name);
  for (const { account_id: accountId, id, kind } of await overdueUndo(db, names, PURGED_AT_ONCE)) {
    await kinds.find(({ name }) => name === kind)?.undo?.forget(db, accountId, id);
    await recordUndoDeleted(db, accountId, id);
  }
}

/**
 * Undoes an import until it is completely undone or the time slice ends. Each step is one transaction that also records
 * that the step is undone, so nothing is undone twice or missed if a process dies. Rejects only if the database is
 * unavailable.
 */
async function runUndoSlice(
  parts: SliceParts,
  kind: ImportKind,
  claimed: ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const { account_id: accountId, epoch, id } = claimed;
  const endsAtMs = performance.now() + SLICE_MS;
  let pieces = 0;
  try {
    while (await undoChunk(parts, kind, claimed)) {
      pieces += 1;
      if (signal.aborted || performance.now() >= endsAtMs) {
        return void (await releaseImport(parts.db, accountId, id, epoch, 0, 0));
      }
    }
  } catch (error) {
    if (error instanceof Lost) return;
    parts.log.error('Import undo step failed', { accountId, kind: kind.name, error });
    const failures = pieces > 0 ? 1 : claimed.failures + 1;
    if (failures < MAX_FAILURES) await releaseImport(parts.db, accountId, id, epoch, RETRY_SECONDS, failures);
    else
      await endUndo(
        parts.db,
        accountId,
        id,
        epoch,
        'failed',
        'The undo failed because of an internal error. Try again.',
      );
  }
}

/** Undoes one step. Returns false if nothing is left to undo. */
async function undoChunk(parts: SliceParts, kind: ImportKind, claimed: ClaimedImport): Promise<boolean> {
  const { account_id: accountId, epoch, id } = claimed;
  return parts.db.transaction(async (tx) => {
    const done = await kind.undo?.step(tx, accountId, id);
    const kept = done
      ? await advanceUndo(tx, accountId, id, epoch, done.undone, done.kept, done.members, parts.leaseSeconds)
      : await endUndo(tx, accountId, id, epoch, 'undone', null);
    if (kept.length === 0) throw new Lost();
    return done !== undefined;
  });
}
