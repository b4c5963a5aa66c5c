import { SAFEGUARD_NUMBERS, type ApprovalMode, type SafeguardNumberName } from '../../../base/config-campaigns.ts';
import type { Db } from '../../../base/db.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { safeguardFactsOf, type SafeguardFactsRow, type StoredOverrides } from './queries.ts';

export interface InstallationSafeguards {
  readonly numbers: Readonly<Record<SafeguardNumberName, number>>;
  readonly approval: ApprovalMode;
}

/** Names of all numeric settings, in the order of the configuration. */
// The cast is needed because Object.keys is typed as string[].
export const NUMBER_NAMES = Object.keys(SAFEGUARD_NUMBERS) as readonly SafeguardNumberName[];

/** Safeguard limits of an account. Null means no limit. */
export type SafeguardLimits = Readonly<Record<Exclude<SafeguardNumberName, 'hourly_mails' | 'daily_mails'>, number>> & {
  readonly hourly_mails: number | null;
  readonly daily_mails: number | null;
  /** Maximum number of emails per calendar month that the plan allows. */
  readonly monthly_mails: number | null;
  readonly approval: ApprovalMode;
};

export interface AccountSafeguards {
  readonly limits: SafeguardLimits;
  readonly overrides: StoredOverrides;
  /**
   * Details of optimized mode, which limits the account's campaigns to engaged contacts. Undefined if the mode is off.
   */
  readonly optimized: { readonly since: Date; readonly reason: string; readonly goodCampaigns: number } | undefined;
}

/**
 * Returns the safeguard settings of an account, which combine the operator's overrides, the plan, the installation's
 * settings and the account's own settings.
 */
export async function readSafeguards(
  db: Db,
  installation: InstallationSafeguards,
  accountId: number,
): Promise<AccountSafeguards> {
  const [facts] = await safeguardFactsOf(db, accountId);
  if (!facts) throw new Error(`Account ${accountId} not found`);
  const { uses_canary: usesCanary } = await readCampaignSettings(db, accountId);
  return {
    limits: limitsOf(installation, facts, usesCanary),
    overrides: facts.overrides,
    optimized: facts.optimized_at
      ? {
          since: facts.optimized_at,
          reason: facts.optimized_reason ?? '',
          goodCampaigns: facts.good_campaigns,
        }
      : undefined,
  };
}

/**
 * Returns the limits of an account. The operator's override takes precedence over the plan, and the plan takes
 * precedence over the installation. Pure.
 */
export function limitsOf(
  { approval, numbers }: InstallationSafeguards,
  facts: Omit<SafeguardFactsRow, 'optimized_at' | 'optimized_reason' | 'good_campaigns'>,
  usesCanary: boolean,
): SafeguardLimits {
  const { is_operator: isOperator, overrides } = facts;
  const mails = (name: 'hourly_mails' | 'daily_mails', ofPlan: number | null): number | null => {
    if (overrides[name] !== undefined) return orNone(overrides[name]);
    return ofPlan ?? (isOperator ? null : orNone(numbers[name]));
  };
  return {
    ...numbers,
    // The operator's own campaigns do not need approval.
    approval: isOperator ? 'off' : approval,
    // The operator's overrides take precedence over the account's own choice.
    ...(!usesCanary && { canary_audience: 0 }),
    ...overrides,
    hourly_mails: mails('hourly_mails', facts.hourly),
    daily_mails: mails('daily_mails', facts.daily),
    monthly_mails: facts.monthly,
  };
}

function orNone(limit: number): number | null {
  return limit === 0 ? null : limit;
}
