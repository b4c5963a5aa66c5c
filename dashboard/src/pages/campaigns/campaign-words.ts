import type { Answer, Input } from '../../api.ts';
import type { Tone } from '../../components/badge.tsx';

/** A campaign as the API shows it. */
export type Campaign = Answer<'GET /campaigns/{id}'>;
export type Gate = Answer<'GET /dashboard/campaign-gates'>['gates'][number];
/** Fields of a campaign that one request changes. */
export type Change = NonNullable<Input<'PATCH /campaigns/{id}'>['body']>;
/** Counters of a campaign. */
export type Stats = Answer<'GET /campaigns/{id}/stats'>;
type Status = Campaign['status'];

/** The colour of each state. */
export const STATES: Readonly<Record<Status, Tone>> = {
  draft: 'plain',
  scheduled: 'info',
  preparing: 'info',
  sending: 'info',
  paused: 'warn',
  sent: 'ok',
  cancelled: 'bad',
};

/** Whether mails of it are going out, or will as soon as somebody lets it go on. */
export function isInProgress({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'preparing' || status === 'sending' || status === 'paused';
}

/** Whether nothing of it was sent, so that it is shown as what it will be. */
export function isAhead({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'draft' || status === 'scheduled';
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** How long something still lasts, in hours or minutes: `23 h left`. Pure. */
export function leftUntil(at: string, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((new Date(at).getTime() - nowMs) / MINUTE_MS));
  return minutes < 2 * HOUR_MINUTES ? `${minutes} min left` : `${Math.ceil(minutes / HOUR_MINUTES)} h left`;
}

/** What gates make of a campaign, in words, with its colour. Pure. */
export function gatesOf(
  campaign: Pick<Campaign, 'badges' | 'fault' | 'id' | 'status'>,
  gates: readonly Gate[],
  nowMs: number,
): readonly { readonly text: string; readonly tone: Tone }[] {
  const warmUp = gates.find(({ gate }) => gate === 'warm_up');
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

/** A rate as the API gives it, in percent. */
export function percent(rate: number): string {
  return `${rate}%`;
}

/** Readings that are old once something was done with a campaign. */
export const CHANGED = [
  'GET /campaigns',
  'GET /campaigns/{id}',
  'GET /campaigns/{id}/stats',
  'GET /dashboard/campaign-gates',
] as const;
