import { startTurns, type RunningTurns } from '../../../base/turns.ts';
import type { SendingParts } from './parts.ts';
import { claimCampaign } from './queries.ts';
import { takeTurn } from './turn.ts';

/** A campaign whose process died is taken up by another after so long. */
const LEASE_SECONDS = 25;

type RunnerParts = Omit<SendingParts, 'leaseSeconds'> & {
  /** Shorter for tests. */
  readonly leaseSeconds?: number;
};

/**
 * Works at the campaigns of all accounts that are due, by turns of about a second, together with every other process that
 * does. A campaign that is scheduled, paused or ended costs nothing.
 */
export function startCampaignSending({ leaseSeconds = LEASE_SECONDS, ...parts }: RunnerParts): RunningTurns {
  async function takeOne(signal: AbortSignal): Promise<boolean> {
    const [claimed] = await claimCampaign(parts.db, leaseSeconds);
    if (!claimed) return false;
    await takeTurn({ ...parts, leaseSeconds }, claimed, signal);
    return true;
  }

  return startTurns({ log: parts.log, things: 'Due campaigns', takeOne });
}
