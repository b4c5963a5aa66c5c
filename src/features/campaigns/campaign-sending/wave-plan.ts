import type { CampaignRow } from '../campaigns/index.ts';
import type { Passage } from './parts.ts';
import type { WaveRow } from './wave-queries.ts';

const HOUR_SECONDS = 3_600;
const PERCENT = 100;
/** `share` of a wave counts parts of this many. */
const SHARES = 1_000_000;

/** What is decided about a wave before it has its mailing. */
export type WavePlan = Pick<
  WaveRow,
  'kind' | 'variant' | 'share' | 'most' | 'is_awaited' | 'wait_seconds' | 'gate_seconds'
>;

const AT_ONCE = { is_awaited: false, wait_seconds: 0, gate_seconds: 0 } as const;

/**
 * Plans the waves of a campaign: one without a test or a gate, and at least one for each variant of a test. The first wave of a
 * gate has at most the contacts that the gate allows. With a test, the test is that first wave and has the same limit. The
 * variants of a test share it equally: with a remainder, the first ones get one contact more, and each gets at least one. Pure.
 */
export function planWaves(
  campaign: Pick<CampaignRow, 'test_share' | 'test_hours'>,
  variants: readonly number[],
  audience: number,
  { firstWave }: Pick<Passage, 'firstWave'>,
): WavePlan[] {
  const first = firstWave && firstWave.contacts < audience ? firstWave : undefined;
  const gateSeconds = first ? Math.ceil(first.waitMs / 1_000) : 0;
  const { test_hours: hours, test_share: share } = campaign;
  if (share !== null && variants.length > 1) {
    const parts = variants.length;
    const requested = Math.round((audience * share) / PERCENT);
    const tested = Math.max(parts, first ? Math.min(requested, first.contacts) : requested);
    const tests = variants.map((variant, index) => {
      const quota = Math.floor(tested / parts) + (index < tested % parts ? 1 : 0);
      return { ...AT_ONCE, kind: 'test' as const, variant, ...limitedTo(quota, audience) };
    });
    const waitSeconds = Math.max(gateSeconds, Math.round((hours ?? 0) * HOUR_SECONDS));
    return [...tests, restOf(null, waitSeconds, gateSeconds)];
  }
  if (!first) return [{ ...AT_ONCE, kind: 'all', variant: 0, share: SHARES, most: null }];
  return [
    { ...AT_ONCE, kind: 'first', variant: 0, ...limitedTo(first.contacts, audience) },
    restOf(0, gateSeconds, gateSeconds),
  ];
}

/** Processes of the previous version choose by `share` during an upgrade. */
function limitedTo(contacts: number, audience: number): Pick<WavePlan, 'share' | 'most'> {
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

/** Waves whose recipients do not move to others. Pure. */
export function currentWaves(waves: readonly WaveRow[]): WaveRow[] {
  return waves.filter((wave) => wave.replaced_by === null);
}

/** Waves with unsent recipients and another content than the campaign has now. Pure. */
export function changedWaves(waves: readonly WaveRow[], content: Buffer): WaveRow[] {
  return currentWaves(waves).filter((wave) => !wave.ended_at && wave.content?.equals(content) === false);
}

/** What decides how many contacts a wave takes. */
type Chosen = Pick<WaveRow, 'wave_no' | 'share' | 'most' | 'recipients'>;

/** What decides which contacts the waves of a campaign take. */
interface Choice<Wave> {
  readonly campaignId: number;
  /** Contacts of the audience, as counted when the campaign began. */
  readonly audience: number;
  /** In order; the last one takes all contacts that no other wave takes. */
  readonly waves: readonly Wave[];
}

/**
 * Returns the function that chooses the wave of each further contact of an audience, in any order. Each wave but the last takes
 * exactly its quota of the audience: selection sampling (Knuth, TAOCP 3.4.2, algorithm S), by a hash of campaign and contact
 * instead of a random number, so that a repeated page chooses the same. Of several waves with room, the one that has the least
 * of its quota takes the contact: waves of equal quotas differ by at most one at any time, even if the audience turns out
 * smaller than it was counted.
 */
export function createChooser<Wave extends Chosen>({ audience, campaignId, waves }: Choice<Wave>) {
  const last = waves.at(-1);
  if (!last) throw new Error(`Campaign ${campaignId} has no wave`);
  const limited = waves.slice(0, -1).map((wave) => ({ wave, quota: quotaOf(wave, audience), taken: wave.recipients }));
  let left = audience - waves.reduce((sum, { recipients }) => sum + recipients, 0);
  return (contactId: number): Wave => {
    const hash = hashOf(campaignId, contactId);
    const open = limited.filter(({ quota, taken }) => taken < quota);
    const room = open.reduce((sum, { quota, taken }) => sum + quota - taken, 0);
    const isLast = (hash / 2 ** 32) * left >= room;
    left -= 1;
    const least = Math.min(...open.map(({ quota, taken }) => taken / quota));
    const furthest = open.filter(({ quota, taken }) => taken / quota === least);
    const one = furthest[mixed(hash ^ SECOND) % furthest.length];
    if (isLast || !one) return last;
    one.taken += 1;
    return one.wave;
  };
}

/** Makes another number of a hash whose upper bits have been used. */
const SECOND = 0x9e37_79b9;

/** Waves that an earlier version planned have only their share of the audience. */
function quotaOf({ most, share }: Chosen, audience: number): number {
  return most ?? Math.round((share * audience) / SHARES);
}

/** Returns 32 bits, each of which depends on each of both numbers (the finalizer of MurmurHash3). */
function hashOf(campaignId: number, contactId: number): number {
  const high = Math.floor(contactId / 2 ** 32);
  return mixed(mixed(mixed(campaignId) ^ high) ^ contactId);
}

function mixed(given: number): number {
  let hash = given >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
