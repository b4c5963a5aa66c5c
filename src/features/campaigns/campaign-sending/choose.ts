import type { CampaignCounts, WaveRow } from './wave-queries.ts';

/** Shares of waves are of so many contacts. */
export const SHARES = 1_000_000;

/** What decides who is chosen for a wave. */
type Chosen = Pick<WaveRow, 'wave_no' | 'share' | 'most'>;

/**
 * The wave of a contact, always the same for the same campaign: by a hash of its id, so that neither who came first nor who
 * sorts first is chosen rather than others. `taken`: how many each wave has. Pure.
 */
export function waveFor<Wave extends Chosen>(
  waves: readonly Wave[],
  campaignId: number,
  contactId: number,
  taken: ReadonlyMap<number, number>,
): Wave | undefined {
  const place = hashOf(campaignId, contactId) % SHARES;
  let behind = 0;
  for (const wave of waves) {
    behind += wave.share;
    if (place >= behind) continue;
    return wave.most === null || (taken.get(wave.wave_no) ?? 0) < wave.most ? wave : waves.at(-1);
  }
  return waves.at(-1);
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
