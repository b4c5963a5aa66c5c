import type { Database } from '../../../base/db.ts';
import { startPolling, type Poller } from '../../../base/poller.ts';
import { KEPT_DAYS } from './limits.ts';
import { claimAction, purgeConfirmations, purgeOldActions } from './queries.ts';
import { runSlice, type SliceParts } from './slice.ts';

/** Lease duration in seconds. If a process dies, another process can take over its action after this time. */
const LEASE_SECONDS = 25;

type RunnerParts = Omit<SliceParts, 'leaseSeconds'> & {
  /** Lease duration in seconds. Shorter in tests. */
  readonly leaseSeconds?: number;
};

/**
 * Starts the poller that runs the bulk actions of all accounts in time slices. Other processes can run the same poller
 * at the same time.
 */
export function startBulkActions({ leaseSeconds = LEASE_SECONDS, ...parts }: RunnerParts): Poller {
  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimAction(parts.db, leaseSeconds);
    if (!claimed) return false;
    await runSlice({ ...parts, leaseSeconds }, claimed, signal);
    return true;
  }

  return startPolling({ log: parts.log, things: 'Bulk actions', takeOne });
}

/** Deletes old finished actions and expired confirmations. */
export async function purgeBulkActions(db: Database): Promise<void> {
  await purgeOldActions(db, KEPT_DAYS);
  await purgeConfirmations(db);
}
