import { startPolling, type Poller } from '../../../base/poller.ts';
import { advance } from './advance.ts';
import type { SendingParts } from './parts.ts';
import { claimCampaign } from './queries.ts';

/** Lease duration in seconds. If a process dies, another process can claim the campaign after this time. */
const LEASE_SECONDS = 25;

type RunnerParts = Omit<SendingParts, 'leaseSeconds'> & {
  /** Lease duration in seconds. Tests use a shorter lease. */
  readonly leaseSeconds?: number;
};

/**
 * Claims due campaigns of all accounts, one at a time, and advances each for about a second. Any number of processes
 * can do this at the same time.
 */
export function startCampaignSending({ leaseSeconds = LEASE_SECONDS, ...parts }: RunnerParts): Poller {
  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimCampaign(parts.db, leaseSeconds);
    if (!claimed) return false;
    await advance({ ...parts, leaseSeconds }, claimed, signal);
    return true;
  }

  return startPolling({ log: parts.log, things: 'Due campaigns', takeOne });
}
