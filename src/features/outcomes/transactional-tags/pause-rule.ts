import type { PauseCause } from '../../tenants/accounts/index.ts';
import { isOver, percentRoundedUp, ratioOf, NO_COUNTERS, shownShare, type Counters, type Ratio } from './counters.ts';

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
 * Returns the cause for pausing an account, with the numbers. Returns undefined if the account may continue sending.
 * Pure.
 */
export function causeToPause(
  health: Pick<Counters, 'delivered' | 'bounced' | 'complained'>,
  limits: PauseLimits,
): PauseCause | undefined {
  const counters = { ...NO_COUNTERS, ...health };
  if (counters.delivered + counters.bounced < limits.minimumVolume) return undefined;
  const bounces = ratioOf('bounce_rate', counters);
  if (isOver(bounces, limits.bouncePercent)) return causeOf('bounce_rate', bounces, limits.bouncePercent);
  const complaints = ratioOf('complaint_rate', counters);
  if (!isOver(complaints, limits.complaintPercent)) return undefined;
  return causeOf('complaint_rate', complaints, limits.complaintPercent);
}

function causeOf(name: 'bounce_rate' | 'complaint_rate', ratio: Ratio, limitPercent: number): PauseCause {
  const what = name.replace('_', ' ');
  return {
    reason: `${what} of ${shownShare(ratio)} in ${HEALTH_DAYS} days, above the limit of ${limitPercent}%`,
    figure: { name, percent: percentRoundedUp(ratio), ...ratio, limitPercent },
  };
}
