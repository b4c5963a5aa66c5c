import type { Answer, Input } from '../../api.ts';
import type { Tone } from '../../components/badge.tsx';
import { languageName } from '../../words.ts';

/** A campaign as returned by the API. */
export type Campaign = Answer<'GET /campaigns/{id}'>;
export type Safeguard = Answer<'GET /dashboard/campaign-safeguards'>['safeguards'][number];
/** Fields of a campaign that are changed in one request. */
export type Change = NonNullable<Input<'PATCH /campaigns/{id}'>['body']>;
/** Statistics of a campaign. */
export type Stats = Answer<'GET /campaigns/{id}/stats'>;
type Status = Campaign['status'];
/** A variant of a campaign as sent in API requests. */
export type VariantChange = NonNullable<Change['variants']>[number];

/** Color of each campaign status. */
export const STATES: Readonly<Record<Status, Tone>> = {
  draft: 'plain',
  scheduled: 'info',
  preparing: 'info',
  sending: 'info',
  paused: 'warn',
  sent: 'ok',
  cancelled: 'bad',
};

/** Returns whether the variants of a campaign are translations of its content rather than variants of an A/B test. */
export function isByLanguage({ variants }: Pick<Campaign, 'variants'>): boolean {
  return variants.some(({ language }) => language !== null);
}

/** Returns the variants of a campaign as they are sent in requests. */
export function variantsOf({ variants }: Pick<Campaign, 'variants'>): readonly VariantChange[] {
  return variants.map(({ design, html, language, preview_text, subject, text }) => ({
    language,
    subject,
    preview_text,
    // If the HTML was generated from blocks, store only the blocks.
    html: design === null ? html : null,
    design,
    text,
  }));
}

/**
 * Returns the name of a version of a campaign: its language, or its number in an A/B test. The version 0, which is the
 * content of the campaign itself, is `Default` or `Original`.
 */
export function versionName(campaign: Pick<Campaign, 'variants'>, variant: number): string {
  const language = campaign.variants.find((each) => each.variant === variant)?.language ?? null;
  if (language !== null) return languageName(language);
  if (variant > 0) return `Variant ${variant}`;
  return isByLanguage(campaign) ? 'Default' : 'Original';
}

/** Returns the names of all versions of a campaign as text. */
export function versionNames(campaign: Pick<Campaign, 'variants'>): string {
  return [0, ...campaign.variants.map(({ variant }) => variant)]
    .map((variant) => versionName(campaign, variant))
    .join(', ');
}

/** Returns whether the campaign is being prepared or sent, or is paused and can be resumed. */
export function isInProgress({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'preparing' || status === 'sending' || status === 'paused';
}

/** Returns whether the campaign is a draft or scheduled, so that none of its messages have been sent. */
export function isAhead({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'draft' || status === 'scheduled';
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** Returns the remaining time in hours or minutes as text, such as `23 h left`. Pure. */
export function leftUntil(at: string, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((new Date(at).getTime() - nowMs) / MINUTE_MS));
  return minutes < 2 * HOUR_MINUTES ? `${minutes} min left` : `${Math.ceil(minutes / HOUR_MINUTES)} h left`;
}

/** Returns a colored label for each safeguard that affects a campaign. Pure. */
export function safeguardsOf(
  campaign: Pick<Campaign, 'badges' | 'fault' | 'id' | 'status'>,
  safeguards: readonly Safeguard[],
  nowMs: number,
): readonly { readonly text: string; readonly tone: Tone }[] {
  const warmUp = safeguards.find(({ safeguard }) => safeguard === 'warm_up');
  const left =
    warmUp?.is_holding === true && warmUp.lifts_at !== null && warmUp.limits['campaign_id'] === campaign.id
      ? `, ${leftUntil(warmUp.lifts_at, nowMs)}`
      : '';
  const known: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>> = {
    optimized: { text: 'engaged contacts only', tone: 'warn' },
    warming_up: { text: `warming up${left}`, tone: 'warn' },
    canary: { text: 'first wave', tone: 'info' },
    stopped: { text: 'stopped by a safeguard', tone: 'bad' },
    lane_paused: { text: 'provider lane paused', tone: 'warn' },
  };
  return campaign.badges.map((badge) => known[badge] ?? { text: badge.replaceAll('_', ' '), tone: 'plain' });
}

/** Formats a rate from the API as a percentage. */
export function percent(rate: number): string {
  return `${rate}%`;
}

/** Operations whose responses change when a campaign changes. */
export const CHANGED = [
  'GET /dashboard/campaigns',
  'GET /campaigns/{id}',
  'GET /campaigns/{id}/stats',
  'GET /dashboard/campaign-safeguards',
] as const;
