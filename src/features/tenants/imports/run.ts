import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { startTurns, type RunningTurns } from '../../../base/turns.ts';
import type { ImportKind } from './kinds.ts';
import { ABANDONED_SECONDS, KEPT_DAYS, UNSTARTED_SECONDS } from './limits.ts';
import { abandonedImports, claimImport, dropImport, purgeOldImport } from './queries.ts';
import { abandonReady, forgetUndo, overdueUndo } from './setup-queries.ts';
import { takeTurn } from './turn.ts';
import { takeUndoTurn } from './undo.ts';

/** An import whose process died is taken up by another after so long. */
const LEASE_SECONDS = 25;
const PURGED_AT_ONCE = 500;

interface RunnerParts {
  readonly db: Database;
  readonly log: Log;
  readonly kinds: readonly ImportKind[];
  /** Both shorter for tests. */
  readonly leaseSeconds?: number;
  readonly pollMs?: number;
}

/** Works through the imports of all accounts by turns, together with every other process that does. */
export function startImports({ db, kinds, leaseSeconds = LEASE_SECONDS, log, pollMs }: RunnerParts): RunningTurns {
  const names = kinds.map(({ name }) => name);

  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimImport(db, names, leaseSeconds);
    const kind = kinds.find(({ name }) => name === claimed?.kind);
    if (!claimed || !kind) return false;
    const parts = { db, log, leaseSeconds, undoDays: kind.undo?.days ?? null };
    if (claimed.state === 'undoing') await takeUndoTurn(parts, kind, claimed, signal);
    else await takeTurn(parts, kind, claimed, signal);
    return true;
  }

  return startTurns({ log, pollMs, things: 'Imports', takeOne });
}

/** Seconds after which what nobody goes on with is given up; shorter for tests. */
interface Patience {
  readonly abandonedSeconds?: number;
  readonly unstartedSeconds?: number;
}

/**
 * Forgets files whose sender went away, imports that nobody started or that ended long ago, and what undoing needed once it
 * is too late for that.
 */
export async function purgeImports(
  db: Database,
  kinds: readonly ImportKind[] = [],
  { abandonedSeconds = ABANDONED_SECONDS, unstartedSeconds = UNSTARTED_SECONDS }: Patience = {},
): Promise<void> {
  await abandonReady(db, unstartedSeconds, PURGED_AT_ONCE);
  await forgetOverdue(db, kinds);
  for (const { account_id: accountId, id } of await abandonedImports(db, abandonedSeconds, PURGED_AT_ONCE)) {
    await dropImport(db, accountId, id);
  }
  for (let purged = 0; purged < PURGED_AT_ONCE; purged += 1) {
    if ((await purgeOldImport(db, KEPT_DAYS)).length === 0) return;
  }
}

async function forgetOverdue(db: Database, kinds: readonly ImportKind[]): Promise<void> {
  const names = kinds.map(({ name }) => name);
  for (const { account_id: accountId, id, kind } of await overdueUndo(db, names, PURGED_AT_ONCE)) {
    await kinds.find(({ name }) => name === kind)?.undo?.forget(db, accountId, id);
    await forgetUndo(db, accountId, id);
  }
}
