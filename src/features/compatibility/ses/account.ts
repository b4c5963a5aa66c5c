import type { Principal } from '../../../http/principal.ts';

/** The value that Amazon SES uses for "unlimited". */
const UNLIMITED = -1;
/** Rate that is reported for a key without a rate limit, in requests per second. */
const MAX_PER_SECOND = 1_000_000;

/**
 * Returns the sending limits of an account in a form that both APIs use. A day is a calendar day in UTC. If the account
 * has only a monthly limit, returns this limit and the usage of the month instead of those of the day.
 */
export function quotaOf({ account, rate }: Principal) {
  const { counters, dailyLimit, monthlyLimit } = account.quota;
  const perMinute = rate.perMinute === undefined ? MAX_PER_SECOND : rate.perMinute / 60;
  return {
    Max24HourSend: dailyLimit ?? monthlyLimit ?? UNLIMITED,
    MaxSendRate: Math.min(rate.perSecond ?? MAX_PER_SECOND, perMinute),
    SentLast24Hours: dailyLimit === undefined && monthlyLimit !== undefined ? counters.monthUsed : counters.dayUsed,
  };
}

/** Returns the response to GetAccount. */
export function presentAccount(principal: Principal) {
  const isPaused = principal.account.pausedAt !== undefined;
  return {
    DedicatedIpAutoWarmupEnabled: false,
    EnforcementStatus: isPaused ? 'SHUTDOWN' : 'HEALTHY',
    ProductionAccessEnabled: true,
    SendQuota: quotaOf(principal),
    SendingEnabled: !isPaused && principal.account.transactionalEnabled,
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  };
}
