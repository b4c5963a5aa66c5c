import { statement } from '../../../base/db.ts';

/**
 * Rate limit windows of a key. `second_oldest` and `minute_oldest` are the microseconds until the oldest request leaves
 * the window. `second_newest` and `minute_newest` are the microseconds until the newest request leaves it.
 */
export interface WindowRow {
  readonly key_id: number;
  readonly granted: number;
  readonly second_used: number;
  readonly second_oldest: number;
  readonly second_newest: number;
  readonly minute_used: number;
  readonly minute_oldest: number;
  readonly minute_newest: number;
}

/** Counts requests against the rate limits of several keys. The keys must be in ascending order. */
export const takeRequests = statement<
  [keyIds: number[], perSecond: (number | null)[], perMinute: (number | null)[], wanted: number[]],
  WindowRow
>('usage_take_requests', 'select * from take_requests($1, $2, $3, $4)');

export const updateKeyRate = statement<
  [accountId: number, keyId: number, perSecond: number | null, perMinute: number | null],
  { readonly id: number }
>(
  'usage_key_rate',
  `update api_key set rate_per_second = $3, rate_per_minute = $4 where account_id = $1 and id = $2 returning id`,
);

export interface UsageRow {
  readonly plan: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly monthly_limit: number | null;
  readonly overage_enabled: boolean;
  readonly overage_cap_cents: number;
  readonly overage_cents_per_thousand: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly day: string;
  readonly month_used: number;
  readonly day_used: number;
  readonly month_starts_at: Date;
  readonly month_resets_at: Date;
  readonly day_resets_at: Date;
}

/** Reads the limits and usage of an account, according to the database's clock. Uses the primary keys. */
export const usageOf = statement<[accountId: number], UsageRow>(
  'usage_of_account',
  `select a.plan, p.monthly_quota, p.daily_quota, monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand) as monthly_limit, a.overage_enabled,
     a.overage_cap_cents, p.overage_cents_per_thousand, p.rate_per_second, p.rate_per_minute,
     to_char(clock.today, 'YYYY-MM-DD') as day,
     coalesce(u.used, 0) as month_used, case when u.day >= clock.today then u.day_used else 0 end as day_used,
     date_trunc('month', clock.today::timestamp) at time zone 'utc' as month_starts_at,
     (date_trunc('month', clock.today::timestamp) + interval '1 month') at time zone 'utc' as month_resets_at,
     (clock.today + 1)::timestamp at time zone 'utc' as day_resets_at
   from (select (now() at time zone 'utc')::date as today) clock
   cross join account a
   join plan p on p.name = a.plan
   left join account_usage u on u.account_id = a.account_id and u.month = date_trunc('month', clock.today)::date
   where a.account_id = $1`,
);

/** Lists the months with usage, including the current month, newest first. Uses the primary key. */
export const monthsOf = statement<
  [accountId: number, limit: number],
  { readonly month: string; readonly used: number }
>(
  'usage_months',
  `select to_char(month, 'YYYY-MM') as month, used from account_usage
   where account_id = $1 order by month desc limit $2`,
);

export const updateAccountPlan = statement<[accountId: number, plan: string], { readonly account_id: number }>(
  'usage_set_plan',
  'update account set plan = $2 where account_id = $1 returning account_id',
);

export const updateOverage = statement<
  [accountId: number, enabled: boolean, capCents: number | null],
  { readonly overage_cap_cents: number }
>(
  'usage_set_overage',
  `update account set overage_enabled = $2, overage_cap_cents = coalesce($3, overage_cap_cents)
   where account_id = $1 returning overage_cap_cents`,
);

export const updateReportSuppressed = statement<[accountId: number, report: boolean], { readonly account_id: number }>(
  'usage_set_report_suppressed',
  'update account set report_suppressed = $2 where account_id = $1 returning account_id',
);

export interface PlanRow {
  readonly name: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly overage_cents_per_thousand: number | null;
}

const PLAN_COLUMNS = 'name, monthly_quota, daily_quota, rate_per_second, rate_per_minute, overage_cents_per_thousand';

export const allPlans = statement<[], PlanRow>('usage_plans', `select ${PLAN_COLUMNS} from plan order by name`);

/** Replaces the quotas, the rates and the overage price of a plan. Null removes a limit, or disallows overage. */
export const replacePlan = statement<
  [
    name: string,
    monthlyQuota: number | null,
    dailyQuota: number | null,
    perSecond: number | null,
    perMinute: number | null,
    overageCents: number | null,
  ],
  PlanRow
>(
  'usage_replace_plan',
  `update plan set monthly_quota = $2, daily_quota = $3, rate_per_second = $4, rate_per_minute = $5,
     overage_cents_per_thousand = $6
   where name = $1 returning ${PLAN_COLUMNS}`,
);
