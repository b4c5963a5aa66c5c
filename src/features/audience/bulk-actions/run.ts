import type { Database } from '../../../base/db.ts';
import { startTurns, type RunningTurns } from '../../../base/turns.ts';
import { KEPT_DAYS } from './limits.ts';
import { claimAction, purgeConfirmations, purgeOldActions } from './queries.ts';
import { takeTurn, type TurnParts } from './turn.ts';

/** An action whose process died is taken up by another after so long. */
const LEASE_SECONDS = 25;

type RunnerParts = Omit<TurnParts, 'leaseSeconds'> & {
  /** Shorter for tests. */
  readonly leaseSeconds?: number;
};

/** Works through the bulk actions of all accounts by turns, together with every other process that does. */
export function startBulkActions({ leaseSeconds = LEASE_SECONDS, ...parts }: RunnerParts): RunningTurns {
  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimAction(parts.db, leaseSeconds);
    if (!claimed) return false;
    await takeTurn({ ...parts, leaseSeconds }, claimed, signal);
    return true;
  }

  return startTurns({ log: parts.log, things: 'Bulk actions', takeOne });
}

/** Forgets actions that ended long ago, and confirmations that nobody used. */
export async function purgeBulkActions(db: Database): Promise<void> {
  await purgeOldActions(db, KEPT_DAYS);
  await purgeConfirmations(db);
}
