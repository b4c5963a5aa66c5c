import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { findCampaign, type CampaignRow } from '../campaigns/index.ts';
import { approvalOf } from './approval-queries.ts';
import { readContents } from './content.ts';
import { domainOf, planWave } from './first-wave.ts';
import { requireNoneWarmingUp, requireNotStopped, requireCapacity } from './safeguards.ts';
import { readSafeguards, type SafeguardLimits, type InstallationSafeguards } from './limits.ts';
import { campaignWithNumber } from './queries.ts';
import { requireSendingAllowed } from './sending-allowed.ts';

const MINUTE_MS = 60_000;

export interface ForeseeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
  /** Returns the number of contacts in the audience of a campaign. */
  readonly audienceSize: (db: Db, accountId: number, campaign: CampaignRow) => Promise<number>;
}

/**
 * Approval status of a campaign's content. `asked_when_sent` means that approval is requested when the campaign is sent
 * or scheduled.
 */
export const APPROVAL_STATES = ['not_needed', 'asked_when_sent', 'waiting', 'approved', 'rejected'] as const;

/** Safeguards that would apply to a campaign. */
export type Foresight = Awaited<ReturnType<typeof foresee>>;

/**
 * Returns the safeguards that would apply if the campaign were sent now: all safeguards that would hold the campaign,
 * the first wave, and the approval state of the content. Changes nothing and does not request approval. Throws
 * not_found and forbidden.
 */
export async function foresee(parts: ForeseeParts, accountId: number, id: number) {
  const { clock, db, installation } = parts;
  const campaign = await ownObject(await findCampaign(db, accountId, id), async () => campaignWithNumber(db, id));
  const { limits, optimized } = await readSafeguards(db, installation, accountId);
  const sent = { ...campaign, engaged_only: campaign.engaged_only || optimized !== undefined };
  const mails = await parts.audienceSize(db, accountId, sent);
  const nowMs = clock.now();
  const asked = { accountId, campaignId: id, mails, nowMs, scheduledAt: campaign.scheduled_at };
  const holds = [
    await holdOf(() => requireSendingAllowed(db, accountId, campaign.kind)),
    await holdOf(() => requireNotStopped(db, accountId, id)),
    await holdOf(() => requireNoneWarmingUp(db, accountId, id)),
    await holdOf(() => requireCapacity(db, limits, asked)),
  ].flatMap((hold) => hold ?? []);
  const wave = await db.transaction(async (tx) =>
    planWave(tx, accountId, domainOf(campaign.from_email), mails, limits),
  );
  return {
    campaign_id: id,
    engaged_only: sent.engaged_only,
    engaged_reason: optimized?.reason ?? null,
    first_wave: wave ? { safeguard: wave.safeguard, contacts: wave.contacts, minutes: wave.waitMs / MINUTE_MS } : null,
    holds,
    approval: await approvalState(db, accountId, campaign, limits),
  };
}

/** Returns the error of a safeguard that holds the campaign, or undefined if the check passes. */
async function holdOf(ask: () => Promise<void>) {
  try {
    await ask();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { fix = null, held } = error.details;
    return {
      safeguard: held?.safeguard ?? 'account',
      message: error.details.message ?? error.message,
      fix,
      lifts_at: held?.liftsAt?.toISOString() ?? null,
    };
  }
}

async function approvalState(db: Db, accountId: number, campaign: CampaignRow, { approval: mode }: SafeguardLimits) {
  if (mode === 'off') return { state: 'not_needed' as const, reason: null };
  const { hash } = await readContents(db, accountId, campaign);
  const [known] = await approvalOf(db, accountId, campaign.id);
  if (known?.hash !== hash || (known.state === 'passed' && mode === 'always')) {
    return { state: 'asked_when_sent' as const, reason: null };
  }
  return { state: known.state === 'passed' ? ('not_needed' as const) : known.state, reason: known.reason };
}
