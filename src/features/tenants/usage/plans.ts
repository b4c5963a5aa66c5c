import type { Db } from '../../../base/db.ts';
import {
  allPlans,
  replacePlan,
  updateAccountPlan,
  updateOverage,
  updateReportSuppressed,
  type PlanRow,
} from './queries.ts';

/**
 * Limits of a plan. An undefined quota or rate is unlimited. If the price is undefined, the plan does not allow
 * overage. The rates are the default rate limits of API keys.
 */
export interface Plan {
  readonly name: string;
  readonly monthlyQuota: number | undefined;
  readonly dailyQuota: number | undefined;
  readonly perSecond: number | undefined;
  readonly perMinute: number | undefined;
  readonly overageCentsPerThousand: number | undefined;
}

export async function listPlans(db: Db): Promise<Plan[]> {
  return (await allPlans(db)).map(toPlan);
}

/**
 * Sets the limits of a plan. All processes apply them to the accounts on the plan within one second. Returns false if
 * the plan does not exist.
 */
export async function updatePlan(db: Db, plan: Plan): Promise<boolean> {
  const rows = await replacePlan(
    db,
    plan.name,
    plan.monthlyQuota ?? null,
    plan.dailyQuota ?? null,
    plan.perSecond ?? null,
    plan.perMinute ?? null,
    plan.overageCentsPerThousand ?? null,
  );
  return rows.length > 0;
}

/** Moves an account to a plan. Keeps the account's usage in the current month. */
export async function setPlan(db: Db, accountId: number, plan: string): Promise<void> {
  await updateAccountPlan(db, accountId, plan);
}

/**
 * Allows or disallows overage for an account. Resolves with the cap in cents. Does not change the cap if `capCents` is
 * undefined.
 */
export async function setOverage(
  db: Db,
  accountId: number,
  overage: { readonly enabled: boolean; readonly capCents: number | undefined },
): Promise<number> {
  const [row] = await updateOverage(db, accountId, overage.enabled, overage.capCents ?? null);
  if (!row) throw new Error(`Account ${accountId} does not exist`);
  return row.overage_cap_cents;
}

/** Sets whether sends to suppressed addresses are accepted and reported as suppressed, or rejected. */
export async function setReportSuppressed(db: Db, accountId: number, report: boolean): Promise<void> {
  await updateReportSuppressed(db, accountId, report);
}

function toPlan(row: PlanRow): Plan {
  return {
    name: row.name,
    monthlyQuota: row.monthly_quota ?? undefined,
    dailyQuota: row.daily_quota ?? undefined,
    perSecond: row.rate_per_second ?? undefined,
    perMinute: row.rate_per_minute ?? undefined,
    overageCentsPerThousand: row.overage_cents_per_thousand ?? undefined,
  };
}
