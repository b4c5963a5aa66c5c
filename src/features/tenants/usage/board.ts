import type { Principal, QuotaCounters } from '../../../http/principal.ts';

/** Accounts remembered; the one that was noted longest ago gives way. */
const MAX_REMEMBERED = 10_000;
const MONTH_CHARACTERS = 'YYYY-MM'.length;

/** What accounts have used, as far as this process knows: the counters only rise, so the greater is the newer. */
export interface QuotaBoard {
  /** Counters after an acceptance. */
  note(accountId: number, counters: QuotaCounters): void;
  /**
   * The headers of every answer to an account: `x-service-monthly-quota-remaining` (without a limit the greatest integer
   * of JavaScript, because clients read a number) and, where the plan has a daily limit,
   * `x-service-daily-quota-remaining`. At most half a second behind what other processes accepted, never behind this
   * one.
   */
  headers(principal: Principal): Record<string, string>;
  /** The newest counters of the caller's account that are known. */
  used(principal: Principal): QuotaCounters;
}

/** A board that knows nothing yet. */
export function createQuotaBoard(): QuotaBoard {
  const noted = new Map<number, QuotaCounters>();
  const used = ({ accountId, account: { quota } }: Principal): QuotaCounters => {
    const known = noted.get(accountId);
    return known ? newer(known, quota.counters) : quota.counters;
  };
  return {
    used,
    note(accountId, counters) {
      const known = noted.get(accountId);
      noted.delete(accountId);
      noted.set(accountId, known ? newer(known, counters) : counters);
      const oldest = noted.keys().next().value;
      if (noted.size > MAX_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    },
    headers(principal) {
      const { quota } = principal.account;
      const counters = used(principal);
      return {
        'x-service-monthly-quota-remaining': remaining(quota.monthlyLimit, counters.monthUsed),
        ...(quota.dailyLimit !== undefined && {
          'x-service-daily-quota-remaining': remaining(quota.dailyLimit, counters.dayUsed),
        }),
      };
    },
  };
}

/** The later of two readings of one account's counters. */
export function newer(a: QuotaCounters, b: QuotaCounters): QuotaCounters {
  if (a.day === b.day) {
    return { day: a.day, monthUsed: Math.max(a.monthUsed, b.monthUsed), dayUsed: Math.max(a.dayUsed, b.dayUsed) };
  }
  const [earlier, later] = a.day < b.day ? [a, b] : [b, a];
  const isSameMonth = earlier.day.slice(0, MONTH_CHARACTERS) === later.day.slice(0, MONTH_CHARACTERS);
  return isSameMonth ? { ...later, monthUsed: Math.max(earlier.monthUsed, later.monthUsed) } : later;
}

function remaining(limit: number | undefined, used: number): string {
  return String(limit === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, limit - used));
}
