import { isOver, ratioOf, NO_COUNTERS, shownShare, type Counters } from './counters.ts';

/** How many days of outcomes decide whether an account may go on sending. */
export const HEALTH_DAYS = 7;

/** Above which rates an account is paused, once it has the least volume that says anything. */
export interface PauseLimits {
  readonly bouncePercent: number;
  readonly complaintPercent: number;
  /** Delivered and bounced mails within the days. */
  readonly minimumVolume: number;
}

/** Why an account is to be paused, with the numbers, or undefined when it may go on; pure. */
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
