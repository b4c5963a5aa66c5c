import type { Db, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import {
  countPlans,
  insertPlan,
  lockPlan,
  plansWithAccounts,
  replacePlanDetails,
  type PlanDetailsRow,
} from './plan-queries.ts';

/** Maximum number of plans per installation. */
const MAX_PLANS = 100;

/**
 * All properties of a plan, with their API names. Null means no limit. Exceptions are the price, for which null means
 * no overage, and the daily and hourly campaign quotas, for which null means the default of the installation.
 */
export interface PlanDetails {
  readonly name: string;
  readonly monthly_quota: number | null;
  readonly daily_quota: number | null;
  readonly rate_per_second: number | null;
  readonly rate_per_minute: number | null;
  readonly overage_cents_per_thousand: number | null;
  readonly api_access: boolean;
  readonly contact_limit: number | null;
  readonly form_limit: number | null;
  readonly campaign_monthly_quota: number | null;
  readonly campaign_daily_quota: number | null;
  readonly campaign_hourly_quota: number | null;
}

/** Returns all plans, sorted by name, with the number of accounts on each plan. */
export async function listPlanDetails(db: Db): Promise<(PlanDetails & { readonly accounts: number })[]> {
  return plansWithAccounts(db);
}

/** Throws validation_error for the field if no plan with this name exists. */
export async function requirePlan(db: Db, field: string, name: string): Promise<void> {
  const plans = (await plansWithAccounts(db)).map((plan) => plan.name);
  if (!plans.includes(name)) throw invalid({ [field]: [`must be one of ${plans.join(', ')}.`] });
}

/** Creates a plan with only the given limits. Throws conflict if the plan exists, or if there are 100 plans. */
export async function addPlan(tx: Tx, name: string, given: Partial<PlanDetails>): Promise<PlanDetails> {
  const [counted] = await countPlans(tx);
  if ((counted?.plans ?? 0) >= MAX_PLANS) {
    throw new Refusal('conflict', {
      message: `The limit of ${MAX_PLANS} plans is reached.`,
      fix: 'Change an existing plan instead.',
    });
  }
  if ((await insertPlan(tx, name)).length === 0) {
    throw new Refusal('conflict', {
      message: `A plan named ${name} already exists.`,
      fix: 'Change the existing plan, or choose another name.',
    });
  }
  return (await changePlan(tx, name, given)).after;
}

/**
 * Changes the given properties of a plan. All processes apply the change to the accounts on the plan within one second.
 * Throws not_found if the plan does not exist. Locks the plan, so that concurrent changes do not overwrite each other.
 */
export async function changePlan(
  tx: Tx,
  name: string,
  given: Partial<PlanDetails>,
): Promise<{ readonly before: PlanDetails; readonly after: PlanDetails }> {
  const [before] = await lockPlan(tx, name);
  if (!before) throw new Refusal('not_found', { message: `No plan has the name ${name}.` });
  const after: PlanDetailsRow = { ...before, ...given, name };
  await replacePlanDetails(
    tx,
    name,
    after.monthly_quota,
    after.daily_quota,
    after.rate_per_second,
    after.rate_per_minute,
    after.overage_cents_per_thousand,
    after.api_access,
    after.contact_limit,
    after.form_limit,
    after.campaign_monthly_quota,
    after.campaign_daily_quota,
    after.campaign_hourly_quota,
  );
  return { before, after };
}
