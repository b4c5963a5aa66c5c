import type { Principal, QuotaCounters } from '../../../http/principal.ts';

/** Maximum number of cached accounts. The least recently updated account is evicted. */
const MAX_REMEMBERED = 10_000;
const MONTH_CHARACTERS = 'YYYY-MM'.length;

/** Usage of accounts as known to this process. Counters only increase, so the larger of two values is newer. */
export interface QuotaBoard {
  /** Stores the counters of an account, unless newer ones are known. Called after messages were accepted. */
  note(accountId: number, counters: QuotaCounters): void;
  /**
   * Returns the quota headers for every response: `x-service-monthly-quota-remaining` (JavaScript's largest safe
   * integer if unlimited, because clients expect a number) and, if the plan has a daily limit,
   * `x-service-daily-quota-remaining`. The values include all messages that this process has accepted, and messages
   * that other processes accepted at least half a second ago.
   */
  headers(principal: Principal): Record<string, string>;
  /** Returns the newest known counters of the caller's account. */
  used(principal: Principal): QuotaCounters;
}

/** Creates an empty board. */
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

/** Returns the newer of two readings of one account's counters. */
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
