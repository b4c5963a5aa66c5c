import { isOver, ratioOf, NO_COUNTERS, shownShare, type Counters } from './counters.ts';

/** Number of days whose outcomes decide whether an account may continue sending. */
export const HEALTH_DAYS = 7;

/** Rates above which an account is paused, and the minimum volume for this rule. */
export interface PauseLimits {
  readonly bouncePercent: number;
  readonly complaintPercent: number;
  /** Number of delivered and bounced emails in the period, below which the rule does not apply. */
  readonly minimumVolume: number;
}

/**
 * Returns the reason for pausing an account, with the numbers. Returns undefined if the account may continue sending.
 * Pure.
 */
export function reasonToPause(
  health: Pick<Counters, 'delivered' | 'bounced' | 'complained'>,
  limits: PauseLimits,
): string | undefined {
  const counters = { ...NO_COUNTERS, ...health };
  if (counters.delivered + counters.bounced < limits.minimumVolume) return undefined;
  const bounces = ratioOf('bounce_rate', counters);
  if (isOver(bounces, limits.bouncePercent)) return sentence('bounce rate', shownShare(bounces), limits.bouncePercent);
  const complaints = ratioOf('complaint_rate', counters);
  if (!isOver(complaints, limits.complaintPercent)) return undefined;
  return sentence('complaint rate', shownShare(complaints), limits.complaintPercent);
}

function sentence(what: string, share: string, limitPercent: number): string {
  return `${what} of ${share} in ${HEALTH_DAYS} days, above the limit of ${limitPercent}%`;
}
