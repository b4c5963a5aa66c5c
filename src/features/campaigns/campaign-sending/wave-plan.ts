import type { CampaignRow } from '../campaigns/index.ts';
import type { Passage } from './parts.ts';
import type { WaveRow } from './wave-queries.ts';

const HOUR_SECONDS = 3_600;
const PERCENT = 100;
/** The `share` of a wave is in millionths. */
const SHARES = 1_000_000;

/** A planned wave, which has no mailing yet. */
export type WavePlan = Pick<
  WaveRow,
  'kind' | 'variant' | 'share' | 'most' | 'is_awaited' | 'wait_seconds' | 'safeguard_seconds'
>;

const AT_ONCE = { is_awaited: false, wait_seconds: 0, safeguard_seconds: 0 } as const;

/**
 * Plans the waves of a campaign. Without a test and without a first wave, a campaign has one wave. A test has a wave
 * for each variant, and serves as the first wave that a safeguard requires. A campaign in several languages has each
 * wave once for each language. These waves start together, and `most` is the limit of all of them together. Pure.
 */
export function planWaves(
  campaign: Pick<CampaignRow, 'test_share' | 'test_hours'>,
  variants: readonly number[],
  audience: number,
  { firstWave }: Pick<Passage, 'firstWave'>,
): WavePlan[] {
  const first = firstWave && firstWave.contacts < audience ? firstWave : undefined;
  const safeguardSeconds = first ? Math.ceil(first.waitMs / 1_000) : 0;
  const { test_hours: hours, test_share: share } = campaign;
  if (share !== null && variants.length > 1) {
    const parts = variants.length;
    const requested = Math.round((audience * share) / PERCENT);
    const tested = Math.max(parts, first ? Math.min(requested, first.contacts) : requested);
    const tests = variants.map((variant, index) => {
      const quota = Math.floor(tested / parts) + (index < tested % parts ? 1 : 0);
      return { ...AT_ONCE, kind: 'test' as const, variant, ...limitedTo(quota, audience) };
    });
    const waitSeconds = Math.max(safeguardSeconds, Math.round((hours ?? 0) * HOUR_SECONDS));
    return [...tests, restOf(null, waitSeconds, safeguardSeconds)];
  }
  if (!first) {
    return variants.map((variant) => ({ ...AT_ONCE, kind: 'all', variant, share: SHARES, most: null }));
  }
  const limit = limitedTo(first.contacts, audience);
  return [
    ...variants.map((variant) => ({ ...AT_ONCE, kind: 'first' as const, variant, ...limit })),
    ...variants.map((variant) => restOf(variant, safeguardSeconds, safeguardSeconds)),
  ];
}

/** Also set `share`, because during an upgrade, processes of the previous version use `share`. */
function limitedTo(contacts: number, audience: number): Pick<WavePlan, 'share' | 'most'> {
  return { most: contacts, share: Math.ceil((SHARES * contacts) / audience) };
}

function restOf(variant: number | null, waitSeconds: number, safeguardSeconds: number): WavePlan {
  return {
    kind: 'rest',
    variant,
    share: SHARES,
    most: null,
    is_awaited: true,
    wait_seconds: waitSeconds,
    safeguard_seconds: safeguardSeconds,
  };
}

/** Returns the waves that have not been replaced. Pure. */
export function currentWaves(waves: readonly WaveRow[]): WaveRow[] {
  return waves.filter((wave) => wave.replaced_by === null);
}

/**
 * Returns the waves that have unsent recipients and whose content differs from the current content of the campaign.
 * Pure.
 */
export function changedWaves(waves: readonly WaveRow[], content: Buffer): WaveRow[] {
  return currentWaves(waves).filter((wave) => !wave.ended_at && wave.content?.equals(content) === false);
}

/** The fields that determine how many contacts a wave takes. */
type Chosen = Pick<WaveRow, 'wave_no' | 'share' | 'most' | 'recipients'>;

/** The data that determines which contacts each wave of a campaign takes. */
interface Choice<Wave> {
  readonly campaignId: number;
  /** Number of contacts in the audience when the campaign started. */
  readonly audience: number;
  /** Waves in order. The last wave takes all contacts that no other wave takes. */
  readonly waves: readonly Wave[];
}

/**
 * Returns a function that chooses the wave of each remaining contact of an audience, in any order. Each wave except the
 * last takes contacts up to its quota. The function uses selection sampling (Knuth, TAOCP 3.4.2, algorithm S), with a
 * hash of campaign and contact instead of a random number, so that a repeated page gives the same result. Among waves
 * with room, the contact is added to the wave with the smallest filled fraction of its quota.
 */
export function createChooser<Wave extends Chosen>({ audience, campaignId, waves }: Choice<Wave>) {
  const last = waves.at(-1);
  if (!last) throw new Error(`Campaign ${campaignId} has no wave`);
  const limited = waves.slice(0, -1).map((wave) => ({ wave, quota: quotaOf(wave, audience), taken: wave.recipients }));
  let left = audience - recipientsOf(waves);
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

/**
 * Same as `createChooser`, for a campaign in several languages. The waves of all languages that are sent at the same
 * time are filled as one wave, and each contact is added to the wave with the variant that `variantOf` returns.
 */
export function createLanguageChooser(choice: Choice<WaveRow>, variantOf: (contactId: number) => number) {
  const { campaignId, waves } = choice;
  const own = waves.filter(({ variant }) => variant === 0);
  const combined = own.map(({ kind, most, share, wave_no }) => {
    return { kind, most, share, wave_no, recipients: recipientsOf(waves.filter(isSentWith({ kind }))) };
  });
  const choose = createChooser({ ...choice, waves: combined });
  return (contactId: number): WaveRow => {
    const chosen = choose(contactId);
    const variant = variantOf(contactId);
    const wave = waves.filter(isSentWith(chosen)).find((one) => one.variant === variant);
    if (!wave) throw new Error(`Campaign ${campaignId} has no wave for variant ${variant}`);
    return wave;
  };
}

/** Returns a predicate for the waves that are sent at the same time as a wave, for example in other languages. */
export function isSentWith({ kind }: Pick<WaveRow, 'kind'>) {
  return (other: Pick<WaveRow, 'kind'>): boolean => other.kind === kind;
}

/** Returns the number of recipients of several waves. Pure. */
export function recipientsOf(waves: readonly Pick<WaveRow, 'recipients'>[]): number {
  return waves.reduce((sum, { recipients }) => sum + recipients, 0);
}

/** Multiplier that derives a second number from a hash whose upper bits are already used. */
const SECOND = 0x9e37_79b9;

/**
 * Returns the maximum number of contacts of a wave. Waves that were planned by an earlier version of Postrider have a
 * share of the audience instead.
 */
function quotaOf({ most, share }: Chosen, audience: number): number {
  return most ?? Math.round((share * audience) / SHARES);
}

/** Returns a 32-bit hash in which every bit depends on both numbers (the finalizer of MurmurHash3). */
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
