import type { Db } from '../../../base/db.ts';
import type { Quota } from '../../../http/principal.ts';
import { monthsOf, usageOf, type UsageRow } from './queries.ts';

const SHOWN_MONTHS = 12;

/** Returns an account's usage for the API. Null means no limit. Amounts are in US dollars. */
export async function readUsage(db: Db, accountId: number) {
  const [row] = await usageOf(db, accountId);
  if (!row) throw new Error(`Account ${accountId} does not exist`);
  const months = await monthsOf(db, accountId, SHOWN_MONTHS);
  return {
    plan: row.plan,
    month: {
      used: row.month_used,
      limit: row.monthly_limit,
      remaining: remaining(row.monthly_limit, row.month_used),
      starts_at: row.month_starts_at.toISOString(),
      resets_at: row.month_resets_at.toISOString(),
    },
    day: {
      used: row.day_used,
      limit: row.daily_quota,
      remaining: remaining(row.daily_quota, row.day_used),
      resets_at: row.day_resets_at.toISOString(),
    },
    overage: overageOf(row),
    rate: { per_second: row.rate_per_second, per_minute: row.rate_per_minute },
    months,
  };
}

/** Returns the limits and counters of an account, in the same format as the result of a key lookup. */
export async function readQuota(db: Db, accountId: number): Promise<Quota> {
  const [row] = await usageOf(db, accountId);
  if (!row) throw new Error(`Account ${accountId} does not exist`);
  return {
    monthlyLimit: row.monthly_limit ?? undefined,
    dailyLimit: row.daily_quota ?? undefined,
    counters: { day: row.day, monthUsed: row.month_used, dayUsed: row.day_used },
  };
}

function remaining(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}

function overageOf(row: UsageRow) {
  const price = row.overage_cents_per_thousand;
  const beyond = row.monthly_quota === null ? 0 : Math.max(0, row.month_used - row.monthly_quota);
  return {
    available: price !== null,
    enabled: price !== null && row.overage_enabled,
    cap_usd: row.overage_cap_cents / 100,
    usd_per_thousand: price === null ? null : price / 100,
    used: beyond,
    // The cost can exceed the overage cap: after a change of plan within the month, usage may exceed the new quota by
    // more than the cap allows.
    cost_usd: price === null ? 0 : Math.round((beyond * price) / 1000) / 100,
  };
}
