import type { CampaignRow } from '../campaigns/index.ts';
import { SHARES } from './choose.ts';
import type { WavePlan } from './waves.ts';

const HOUR_SECONDS = 3_600;
const PERCENT = 100;

/** How a campaign was let through. */
interface Passage {
  readonly firstWave?: { readonly contacts: number; readonly waitMs: number };
}

const AT_ONCE = { is_awaited: false, wait_seconds: 0, gate_seconds: 0 } as const;

/**
 * The waves of a campaign for so many contacts, at least one for each variant of a test. Without a test or a gate it is one. A
 * gate's first wave is no greater than the gate says; where there is a test too, the test is that wave, and is made no greater.
 * The variants of a test share it equally: where it cannot be divided, the first ones take one contact more; where it would
 * be fewer contacts than variants, each takes one. Pure.
 */
export function planWaves(
  campaign: Pick<CampaignRow, 'test_share' | 'test_hours'>,
  variants: readonly number[],
  audience: number,
  { firstWave }: Passage,
): WavePlan[] {
  const first = firstWave && firstWave.contacts < audience ? firstWave : undefined;
  const gateSeconds = first ? Math.ceil(first.waitMs / 1_000) : 0;
  const { test_hours: hours, test_share: share } = campaign;
  if (share !== null && variants.length > 1) {
    const parts = variants.length;
    const asked = Math.round((audience * share) / PERCENT);
    const tested = Math.max(parts, first ? Math.min(asked, first.contacts) : asked);
    const tests = variants.map((variant, index) => {
      const quota = Math.floor(tested / parts) + (index < tested % parts ? 1 : 0);
      return { ...AT_ONCE, kind: 'test' as const, variant, ...quotaOf(quota, audience) };
    });
    const waitSeconds = Math.max(gateSeconds, Math.round((hours ?? 0) * HOUR_SECONDS));
    return [...tests, { ...restOf(null, waitSeconds, gateSeconds) }];
  }
  if (!first) return [{ ...AT_ONCE, kind: 'all', variant: 0, share: SHARES, most: null }];
  return [
    { ...AT_ONCE, kind: 'first', variant: 0, ...quotaOf(first.contacts, audience) },
    restOf(0, gateSeconds, gateSeconds),
  ];
}

/** `share` is for processes of the version before, which choose by it while an installation is upgraded. */
function quotaOf(contacts: number, audience: number): Pick<WavePlan, 'share' | 'most'> {
  return { most: contacts, share: Math.ceil((SHARES * contacts) / audience) };
}

function restOf(variant: number | null, waitSeconds: number, gateSeconds: number): WavePlan {
  return {
    kind: 'rest',
    variant,
    share: SHARES,
    most: null,
    is_awaited: true,
    wait_seconds: waitSeconds,
    gate_seconds: gateSeconds,
  };
}
