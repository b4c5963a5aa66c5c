import type { CampaignRow } from '../campaigns/index.ts';
import { SHARES } from './choose.ts';
import type { WavePlan } from './waves.ts';

const HOUR_SECONDS = 3_600;
const PERCENT = 100;

/** How a campaign was let through. */
interface Passage {
  readonly firstWave?: { readonly contacts: number; readonly waitMs: number };
}

const AT_ONCE = { is_awaited: false, wait_seconds: 0, gate_seconds: 0, most: null } as const;

/**
 * The waves of a campaign for so many contacts. Without a test or a gate it is one. A gate's first wave is no greater than
 * the gate says; where there is a test too, the test is that wave, and is made no greater. Pure.
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
    const most = first ? Math.max(1, Math.floor(first.contacts / parts)) : null;
    const asked = Math.floor((SHARES * share) / PERCENT / parts);
    const each = first ? Math.min(asked, Math.ceil((SHARES * first.contacts) / audience / parts)) : asked;
    const tests = variants.map((variant) => ({ ...AT_ONCE, kind: 'test' as const, variant, share: each, most }));
    const waitSeconds = Math.max(gateSeconds, Math.round((hours ?? 0) * HOUR_SECONDS));
    return [...tests, { ...restOf(null, waitSeconds, gateSeconds) }];
  }
  if (!first) return [{ ...AT_ONCE, kind: 'all', variant: 0, share: SHARES }];
  const part = Math.ceil((SHARES * first.contacts) / audience);
  return [
    { ...AT_ONCE, kind: 'first', variant: 0, share: part, most: first.contacts },
    restOf(0, gateSeconds, gateSeconds),
  ];
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
