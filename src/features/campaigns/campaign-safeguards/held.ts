import { Refusal, type SafeguardDetails, type RefusalCode } from '../../../base/refusal.ts';

/** Safeguards that can hold campaigns. */
export const SAFEGUARDS = [
  'account',
  'mail_class',
  'stopped_by_figures',
  'warm_up',
  'monthly_quota',
  'daily_throttle',
  'hourly_throttle',
  'content_approval',
] as const;
export type SafeguardName = (typeof SAFEGUARDS)[number];

/** Reason why a campaign is held. */
export interface Hold extends SafeguardDetails {
  readonly safeguard: SafeguardName;
  readonly message: string;
  readonly fix?: string;
}

/**
 * Returns the error for a held campaign, with the safeguard, its limits, and the time at which the hold ends, if known.
 */
export function held({ fix, safeguard, liftsAt, limits, message }: Hold, code: RefusalCode = 'campaign_held'): Refusal {
  return new Refusal(code, { message, ...(fix !== undefined && { fix }), held: { safeguard, limits, liftsAt } });
}

/** Formats a number with commas as thousands separators. */
export function inFigures(number: number): string {
  return number.toLocaleString('en-US');
}

/** Formats a remaining duration, such as `23 h 10 min`, rounded up to the next minute. Pure. */
export function timeLeft(liftsAt: Date, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((liftsAt.getTime() - nowMs) / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
