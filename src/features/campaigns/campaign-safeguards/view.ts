import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import { readUsed } from './allowance.ts';
import { countWaiting } from './approval-queries.ts';
import type { SafeguardName } from './held.ts';
import { readSafeguards, type SafeguardLimits, type InstallationSafeguards } from './limits.ts';
import { warmingUp } from './queries.ts';
import type { viewSchema } from './route-docs.ts';

const HOUR_MS = 3_600_000;
/** An ID that no campaign has. */
const NO_CAMPAIGN = 0;

export type SafeguardState = AnswerOf<typeof viewSchema>['safeguards'][number];

/** The safeguards of an account, in the form in which they are displayed. */
export interface SafeguardView {
  readonly safeguards: readonly SafeguardState[];
  readonly limits: SafeguardLimits;
}

interface ViewParts {
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
}

/**
 * Returns the status of each safeguard of an account: whether the safeguard is enabled and whether it holds campaigns,
 * with the reason and the end of the hold.
 */
export async function viewSafeguards(
  db: Db,
  { clock, installation }: ViewParts,
  accountId: number,
): Promise<SafeguardView> {
  const { limits, optimized } = await readSafeguards(db, installation, accountId);
  const [warming] = await warmingUp(db, accountId, NO_CAMPAIGN);
  const safeguards = [
    ...(await accountStates(db, accountId)),
    stateOf('warm_up', limits.warm_up_contacts > 0, {
      reason: warming && `The campaign “${warming.title}” is warming up its sender domain.`,
      liftsAt: warming?.wave_ends_at,
      limits: {
        contacts: limits.warm_up_contacts,
        hours: limits.warm_up_hours,
        campaign_id: warming?.campaign_id ?? null,
      },
    }),
    ...(await mailStates(db, accountId, limits, clock.now())),
    stateOf('canary', limits.canary_audience > 0, {
      limits: { audience: limits.canary_audience, percent: limits.canary_percent, minutes: limits.canary_minutes },
    }),
    stateOf('optimized', true, {
      reason: optimized?.reason,
      limits: {
        since: optimized?.since.toISOString() ?? null,
        good_campaigns: optimized?.goodCampaigns ?? 0,
        good_campaigns_needed: limits.optimized_good_campaigns,
      },
    }),
    stateOf('content_approval', limits.approval !== 'off', {
      limits: { mode: limits.approval, waiting: (await countWaiting(db, accountId, NO_CAMPAIGN))[0]?.waiting ?? 0 },
    }),
  ];
  return { safeguards, limits };
}

async function accountStates(db: Db, accountId: number): Promise<SafeguardState[]> {
  const account = await readAccount(db, accountId);
  const pause = account?.pausedClasses.find(({ mailClass }) => mailClass === 'campaign');
  const stopped = account?.restrictedAt
    ? (account.restrictedReason ?? 'The account is restricted.')
    : account?.pausedAt && (account.pauseReason ?? 'Sending is paused.');
  return [
    stateOf('account', true, { reason: stopped, limits: {} }),
    stateOf('mail_class', true, { reason: pause?.reason, limits: { paused_at: pause?.since.toISOString() ?? null } }),
  ];
}

async function mailStates(
  db: Db,
  accountId: number,
  limits: SafeguardLimits,
  nowMs: number,
): Promise<SafeguardState[]> {
  const { day, month } = await readUsed(db, accountId, NO_CAMPAIGN, nowMs);
  const within = (ms: number): number =>
    day.filter(({ at }) => at.getTime() > nowMs - ms).reduce((total, { mails }) => total + mails, 0);
  const mails = (safeguard: SafeguardName, limit: number | null, used: number): SafeguardState =>
    stateOf(safeguard, limit !== null, {
      reason: limit !== null && used >= limit ? `The account has used all of its ${limit} emails.` : undefined,
      limits: { limit, used },
    });
  return [
    mails('monthly_quota', limits.monthly_mails, month),
    mails('daily_throttle', limits.daily_mails, within(24 * HOUR_MS)),
    mails('hourly_throttle', limits.hourly_mails, within(HOUR_MS)),
  ];
}

function stateOf(
  safeguard: SafeguardState['safeguard'],
  isOn: boolean,
  state: {
    readonly reason?: string | undefined;
    readonly liftsAt?: Date | undefined;
    readonly limits: SafeguardState['limits'];
  },
): SafeguardState {
  return {
    safeguard,
    is_on: isOn,
    is_holding: state.reason !== undefined,
    reason: state.reason ?? null,
    lifts_at: state.liftsAt?.toISOString() ?? null,
    limits: state.limits,
  };
}
