import { statement } from '../../../base/db.ts';

export interface PlanDetailsRow {
  readonly name: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly overage_cents_per_thousand: number | null;
  readonly api_access: boolean;
  readonly contact_limit: number | null;
  readonly form_limit: number | null;
  /** Campaign emails per month, per 24 hours, and per hour. Each period is counted separately. */
  readonly campaign_monthly_quota: number | null;
  readonly campaign_daily_quota: number | null;
  readonly campaign_hourly_quota: number | null;
}

const COLUMNS = `name, monthly_quota, daily_quota, rate_per_second, rate_per_minute, overage_cents_per_thousand,
  api_access, contact_limit, form_limit, campaign_monthly_quota, campaign_daily_quota, campaign_hourly_quota`;

/** Lists all plans, sorted by name, with the number of accounts on each. Scans all accounts of the installation. */
export const plansWithAccounts = statement<[], PlanDetailsRow & { readonly accounts: number }>(
  'usage_plans_with_accounts',
  `select ${COLUMNS}, (select count(*)::integer from account a where a.plan = plan.name) as accounts
   from plan order by name`,
);

/** Reads a plan and locks its row until the transaction ends. Uses the primary key. */
export const lockPlan = statement<[name: string], PlanDetailsRow>(
  'usage_lock_plan',
  `select ${COLUMNS} from plan where name = $1 for no key update`,
);

export const insertPlan = statement<[name: string], { readonly name: string }>(
  'usage_insert_plan',
  'insert into plan (name) values ($1) on conflict do nothing returning name',
);

export const countPlans = statement<[], { readonly plans: number }>(
  'usage_count_plans',
  'select count(*)::integer as plans from plan',
);

/** Replaces all properties of a plan. Null removes a limit. */
export const replacePlanDetails = statement<
  [
    name: string,
    monthlyQuota: number | null,
    dailyQuota: number | null,
    perSecond: number | null,
    perMinute: number | null,
    overageCents: number | null,
    apiAccess: boolean,
    contactLimit: number | null,
    formLimit: number | null,
    campaignMonthly: number | null,
    campaignDaily: number | null,
    campaignHourly: number | null,
  ],
  unknown
>(
  'usage_replace_plan_details',
  `update plan set monthly_quota = $2, daily_quota = $3, rate_per_second = $4, rate_per_minute = $5,
     overage_cents_per_thousand = $6, api_access = $7, contact_limit = $8, form_limit = $9,
     campaign_monthly_quota = $10, campaign_daily_quota = $11, campaign_hourly_quota = $12
   where name = $1`,
);
