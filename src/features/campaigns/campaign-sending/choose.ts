import type { CampaignCounts, WaveRow } from './wave-queries.ts';

/** Of so many contacts `share` says how many a wave takes. */
export const SHARES = 1_000_000;

/** What decides how many contacts a wave takes. */
type Chosen = Pick<WaveRow, 'wave_no' | 'share' | 'most' | 'recipients'>;

/** What of a campaign decides which contacts its waves take. */
interface Choice<Wave> {
  readonly campaignId: number;
  /** Contacts that it is for, as counted when it began. */
  readonly audience: number;
  /** In order; the last one takes everyone whom no other wave takes. */
  readonly waves: readonly Wave[];
}

/**
 * Returns the function that gives each further contact of an audience, in any order, its wave. Each wave but the last takes
 * exactly its quota of the audience: selection sampling (Knuth, TAOCP 3.4.2, algorithm S), by a hash of campaign and contact
 * instead of a random number, so that whoever repeats a page chooses the same. Of several waves that still have room, the one
 * that is furthest behind its quota takes the contact: waves of equal quotas differ by one at most at any time, also where the
 * audience turns out smaller than it was counted.
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

/** Waves that an earlier version planned say their part of the audience alone. */
function quotaOf({ most, share }: Chosen, audience: number): number {
  return most ?? Math.round((share * audience) / SHARES);
}

/** 32 bits, of which each depends on each of both numbers (the finaliser of MurmurHash3). */
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

/**
 * The variant that won a test: of which the greatest part of those who were sent to opened it, or followed a link, people
 * only. Of equals the one with the lowest number, and so the campaign's own. Pure.
 */
export function winnerOf(
  variants: readonly number[],
  counts: readonly CampaignCounts[],
  rule: 'opens' | 'clicks' | null,
): number {
  const rateOf = (variant: number): number => {
    const row = counts.find((one) => one.variant === variant);
    if (!row || row.sent === 0) return 0;
    return (rule === 'clicks' ? row.clickers : row.openers) / row.sent;
  };
  return variants.reduce((best, variant) => (rateOf(variant) > rateOf(best) ? variant : best), variants[0] ?? 0);
}
