import type { Tx } from '../../../base/db.ts';
import type { SafeguardLimits } from './limits.ts';
import { isWarm, type WaveSafeguard } from './queries.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** First wave of a campaign: the number of contacts, and the wait before the next wave. */
export interface WavePlan {
  readonly contacts: number;
  readonly waitMs: number;
  readonly safeguard: WaveSafeguard;
}

/**
 * Returns the first wave if the sender domain must warm up or the audience is large. Returns undefined if the campaign
 * does not need a first wave.
 */
export async function planWave(
  tx: Tx,
  accountId: number,
  domain: string,
  audience: number,
  limits: SafeguardLimits,
): Promise<WavePlan | undefined> {
  if (limits.warm_up_contacts > 0 && audience > limits.warm_up_contacts) {
    const [warmUp] = await isWarm(tx, accountId, domain, limits.warm_up_delivered);
    if (!warmUp?.is_warm) {
      return { contacts: limits.warm_up_contacts, waitMs: limits.warm_up_hours * HOUR_MS, safeguard: 'warm_up' };
    }
  }
  return canaryOf(audience, limits);
}

/**
 * Returns a first wave with a share of a large audience, within the configured minimum and maximum. Returns undefined
 * if the audience is too small. Pure.
 */
export function canaryOf(audience: number, limits: SafeguardLimits): WavePlan | undefined {
  if (limits.canary_audience === 0 || audience < limits.canary_audience) return undefined;
  const share = Math.ceil((audience * limits.canary_percent) / 100);
  const contacts = Math.min(Math.max(share, limits.canary_least), limits.canary_most);
  return contacts < audience ? { contacts, waitMs: limits.canary_minutes * MINUTE_MS, safeguard: 'canary' } : undefined;
}

/** Returns the domain of a sender address in lowercase. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
