import { GATE_NUMBERS, type ApprovalMode, type GateNumberName } from '../../../base/config-campaigns.ts';
import type { Db } from '../../../base/db.ts';
import { readCampaignSettings } from '../campaign-settings/index.ts';
import { gateFactsOf, type GateFactsRow, type StoredOverrides } from './queries.ts';

/** What the installation says of gates. */
export interface InstallationGates {
  readonly numbers: Readonly<Record<GateNumberName, number>>;
  readonly approval: ApprovalMode;
}

/** The names of all numbers, in the order of the configuration. */
// Object.keys knows no more than that keys are text.
export const NUMBER_NAMES = Object.keys(GATE_NUMBERS) as readonly GateNumberName[];

/** By which numbers an account's campaigns are held back; null: no limit. */
export type GateLimits = Readonly<Record<Exclude<GateNumberName, 'hourly_mails' | 'daily_mails'>, number>> & {
  readonly hourly_mails: number | null;
  readonly daily_mails: number | null;
  /** Of the plan, a calendar month. */
  readonly monthly_mails: number | null;
  readonly approval: ApprovalMode;
};

/** The gates of an account. */
export interface AccountGates {
  readonly limits: GateLimits;
  readonly overrides: StoredOverrides;
  /** Since when its campaigns go to engaged contacts only, and why. */
  readonly optimized: { readonly since: Date; readonly reason: string; readonly goodCampaigns: number } | undefined;
}

/** The gates of an account, by the words of the operator, of its plan and of the installation, and by its own. */
export async function readGates(db: Db, installation: InstallationGates, accountId: number): Promise<AccountGates> {
  const [facts] = await gateFactsOf(db, accountId);
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

/** What holds for an account: the operator's word for it, then its plan, then the installation. Pure. */
export function limitsOf(
  { approval, numbers }: InstallationGates,
  facts: Omit<GateFactsRow, 'optimized_at' | 'optimized_reason' | 'good_campaigns'>,
  usesCanary: boolean,
): GateLimits {
  const { is_operator: isOperator, overrides } = facts;
  const mails = (name: 'hourly_mails' | 'daily_mails', ofPlan: number | null): number | null => {
    if (overrides[name] !== undefined) return orNone(overrides[name]);
    return ofPlan ?? (isOperator ? null : orNone(numbers[name]));
  };
  return {
    ...numbers,
    // Whoever looks after the installation need not ask themselves.
    approval: isOperator ? 'off' : approval,
    // What the operator set for the account goes before what it chose itself.
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
