import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { holdOfMails, isLimited, readUsed } from './allowance.ts';
import { requireApproved, requireApprovedStill, type ApprovalParts } from './approval.ts';
import { domainOf, planWave, type WavePlan } from './first-wave.ts';
import { held, inFigures, timeLeft, type Hold } from './held.ts';
import { evaluateCampaign } from './evaluate.ts';
import { readSafeguards, type SafeguardLimits, type InstallationSafeguards } from './limits.ts';
import {
  deleteGating,
  guardedOf,
  insertGating,
  lockSafeguard,
  makeSafeguard,
  setMails,
  warmingUp,
  type SafeguardCounts,
  type GuardedRow,
} from './queries.ts';
import { requireSendingAllowed } from './sending-allowed.ts';
import type { Verdict } from './verdict.ts';
import { viewSafeguards, type SafeguardView } from './view.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

export interface SafeguardParts extends ApprovalParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly installation: InstallationSafeguards;
  /** Returns the number of contacts in the audience of a campaign. */
  readonly audienceSize: (db: Db, accountId: number, campaign: CampaignRow) => Promise<number>;
}

/** Restrictions on a campaign that has passed the safeguards. */
export interface Passage {
  /**
   * The contacts that receive the campaign first. The rest of the audience receives it after a wait, if `judge` allows
   * it.
   */
  readonly firstWave?: WavePlan;
  readonly engagedOnly: boolean;
}

/** Safeguards that can hold campaigns. */
export interface Safeguards {
  /**
   * Throws an error if a safeguard holds the campaign. The error contains the safeguard, its limits, and the time at
   * which the hold ends. Must not be called within a transaction, because it makes network requests and opens its own
   * transactions.
   */
  requireSendable(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /**
   * Admits a campaign in the transaction that starts the campaign, charges the account for `audience` contacts, and
   * returns the first wave. Concurrent calls for an account run one after another. A repeated call for a campaign does
   * not charge the account again. Throws the same errors as `requireSendable`.
   */
  plan(tx: Tx, accountId: number, campaign: CampaignRow, audience: number): Promise<Passage>;
  /**
   * Corrects the number of messages that were charged for a campaign. The correct number is the number of contacts in
   * the frozen audience or, if the campaign ended early, the number of messages that were sent. If the number is 0, a
   * campaign that was not stopped is treated as if it had never been charged. Throws campaign_held if the number is
   * higher than before and the limits do not allow more messages.
   */
  settle(tx: Tx, accountId: number, campaignId: number, mails: number): Promise<void>;
  /**
   * Decides from the results of all variants whether a campaign continues, both after its first wave and at any time
   * during sending.
   */
  judge(tx: Tx, accountId: number, campaign: CampaignRow, counts: readonly SafeguardCounts[]): Promise<Verdict>;
  /** Returns the state of all of an account's safeguards for display. */
  safeguardsOf(db: Db, accountId: number): Promise<SafeguardView>;
}

export function createSafeguards(parts: SafeguardParts): Safeguards {
  const { clock, installation } = parts;
  return {
    async requireSendable(db, accountId, campaign) {
      await requireSendingAllowed(db, accountId, campaign.kind);
      const { limits, optimized } = await readSafeguards(db, installation, accountId);
      await requireNotStopped(db, accountId, campaign.id);
      await requireNoneWarmingUp(db, accountId, campaign.id);
      if (isLimited(limits)) {
        const sent = { ...campaign, engaged_only: campaign.engaged_only || optimized !== undefined };
        const mails = await mailsOf(db, parts, accountId, sent);
        const asked = {
          accountId,
          campaignId: campaign.id,
          mails,
          nowMs: clock.now(),
          scheduledAt: campaign.scheduled_at,
        };
        await requireCapacity(db, limits, asked);
      }
      await requireApproved(parts, db, accountId, campaign, limits.approval);
    },
    plan: async (tx, accountId, campaign, audience) => letThrough(tx, parts, accountId, campaign, audience),
    async settle(tx, accountId, campaignId, mails) {
      await hold(tx, accountId);
      const [known] = await guardedOf(tx, accountId, campaignId);
      if (!known) return;
      if (mails === 0 && known.stopped_at === null) return void (await deleteGating(tx, accountId, campaignId));
      if (mails > known.mails) {
        const { limits } = await readSafeguards(tx, installation, accountId);
        await requireCapacity(tx, limits, { accountId, campaignId, mails, nowMs: clock.now() });
      }
      await setMails(tx, accountId, campaignId, mails);
    },
    judge: async (tx, accountId, campaign, counts) => evaluateCampaign(tx, parts, accountId, campaign, counts),
    safeguardsOf: async (db, accountId) => viewSafeguards(db, parts, accountId),
  };
}

/** A campaign and the number of messages that it needs. */
interface QuotaRequest {
  readonly accountId: number;
  readonly campaignId: number;
  readonly mails: number;
  readonly nowMs: number;
  /** Start time of the campaign. If absent or null, the campaign starts now. */
  readonly scheduledAt?: Date | null;
}

/**
 * Returns the number of messages that a campaign needs. For a campaign that has started, this is the number that was
 * charged.
 */
async function mailsOf(db: Db, parts: SafeguardParts, accountId: number, campaign: CampaignRow): Promise<number> {
  const [known] = await guardedOf(db, accountId, campaign.id);
  return known ? known.mails : parts.audienceSize(db, accountId, campaign);
}

/**
 * Returns true if a hold ends before the campaign starts. Such a hold does not prevent scheduling, because the
 * safeguards check the campaign again when it starts.
 */
function liftsBefore({ liftsAt }: Hold, scheduledAt: Date | null): boolean {
  return liftsAt !== undefined && scheduledAt !== null && liftsAt <= scheduledAt;
}

async function letThrough(
  tx: Tx,
  { clock, installation }: SafeguardParts,
  accountId: number,
  campaign: CampaignRow,
  audience: number,
): Promise<Passage> {
  const now = clock.now();
  await hold(tx, accountId);
  const { limits, optimized } = await readSafeguards(tx, installation, accountId);
  await requireSendingAllowed(tx, accountId, campaign.kind);
  await requireNotStopped(tx, accountId, campaign.id);
  await requireNoneWarmingUp(tx, accountId, campaign.id);
  await requireCapacity(tx, limits, { accountId, campaignId: campaign.id, mails: audience, nowMs: now });
  await requireApprovedStill(tx, accountId, campaign, limits.approval);
  const [known] = await guardedOf(tx, accountId, campaign.id);
  const domain = domainOf(campaign.from_email);
  const wave = known ? undefined : await planWave(tx, accountId, domain, audience, limits);
  const [row] = await insertGating(
    tx,
    accountId,
    campaign.id,
    domain,
    new Date(now),
    audience,
    optimized !== undefined,
    wave?.safeguard ?? null,
    wave?.contacts ?? null,
    wave ? wave.waitMs / SECOND_MS : null,
    new Date(now + limits.optimized_after_hours * HOUR_MS),
  );
  if (!row) throw new Error('Released campaign has no row');
  return passageOf(row, campaign, limits);
}

/** Returns the restrictions on a campaign that was admitted before, from its stored safeguard entry. */
function passageOf(row: GuardedRow, campaign: CampaignRow, limits: SafeguardLimits): Passage {
  const engagedOnly = row.engaged_only || campaign.engaged_only;
  const { wave_contacts: contacts, wave_safeguard: safeguard } = row;
  if (safeguard === null || contacts === null) return { engagedOnly };
  const waitMs = safeguard === 'warm_up' ? limits.warm_up_hours * HOUR_MS : limits.canary_minutes * 60_000;
  return { engagedOnly, firstWave: { contacts, waitMs, safeguard } };
}

async function hold(tx: Tx, accountId: number): Promise<void> {
  await makeSafeguard(tx, accountId);
  await lockSafeguard(tx, accountId);
}

/**
 * Throws campaign_held if the campaign needs more messages than the account has left, unless enough messages become
 * available before the campaign starts.
 */
export async function requireCapacity(db: Db, limits: SafeguardLimits, asked: QuotaRequest): Promise<void> {
  if (!isLimited(limits)) return;
  const { accountId, campaignId, mails, nowMs, scheduledAt } = asked;
  const found = holdOfMails(limits, await readUsed(db, accountId, campaignId, nowMs), mails, nowMs);
  if (found && !liftsBefore(found, scheduledAt ?? null)) throw held(found);
}

/** Throws campaign_held if the campaign was stopped because of its results. */
export async function requireNotStopped(db: Db, accountId: number, campaignId: number): Promise<void> {
  const [known] = await guardedOf(db, accountId, campaignId);
  if (!known?.stopped_at) return;
  throw held({
    safeguard: 'stopped_by_figures',
    message: `The campaign was stopped: ${known.stop_reason ?? ''}`,
    fix: 'Cancel the campaign, or ask the operator to release it.',
    limits: { stopped_by: known.stopped_by, stopped_at: known.stopped_at.toISOString() },
  });
}

/** Throws campaign_held while another campaign of the account is warming up its sender domain. */
export async function requireNoneWarmingUp(db: Db, accountId: number, campaignId: number): Promise<void> {
  const [other] = await warmingUp(db, accountId, campaignId);
  if (!other) return;
  const { at, is_wave_over: isOver, wave_ends_at: endsAt } = other;
  const left = isOver ? 'now' : `for another ${timeLeft(endsAt, at.getTime())}`;
  throw held({
    safeguard: 'warm_up',
    message: `The campaign “${other.title}” is warming up its sender domain. The results of the first ${inFigures(other.wave_contacts)} contacts of this campaign are measured ${left}. No other campaign can be sent or scheduled until the warm-up ends.`,
    fix: 'Wait until the warm-up ends, or cancel the other campaign.',
    limits: { campaign_id: other.campaign_id, contacts: other.wave_contacts },
    liftsAt: isOver ? at : endsAt,
  });
}
