import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { holdOfMails, isLimited, readUsed } from './allowance.ts';
import { requireApproved, requireApprovedStill, type ApprovalParts } from './approval.ts';
import { domainOf, planWave, type WavePlan } from './first-wave.ts';
import { held, inFigures, timeLeft, type Hold } from './held.ts';
import { judgeCampaign } from './judge.ts';
import { readGates, type GateLimits, type InstallationGates } from './limits.ts';
import {
  deleteGating,
  gatingOf,
  insertGating,
  lockGate,
  makeGate,
  setMails,
  warmingUp,
  type GateCounts,
  type GatingRow,
} from './queries.ts';
import { requireStanding } from './standing.ts';
import type { Verdict } from './verdict.ts';
import { viewGates, type GateView } from './view.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** What gates need. */
export interface GateParts extends ApprovalParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly installation: InstallationGates;
  /** How many contacts a campaign would go to; asked only where its account has a limit of mails. */
  readonly audienceSize: (db: Db, accountId: number, campaign: CampaignRow) => Promise<number>;
}

/** How a campaign is sent that was let through. */
export interface Passage {
  /** Contacts that it goes to first; it goes on when `judge` says so after the wait. */
  readonly firstWave?: WavePlan;
  /** Whether it goes to engaged contacts only. */
  readonly engagedOnly: boolean;
}

/** What holds campaigns back. */
export interface Gates {
  /**
   * Throws a refusal that names the gate, its numbers and when it lifts: before a campaign is scheduled, when it is taken up,
   * and when a paused one goes on. Asks others over the network and has transactions of its own: never within one.
   */
  requireSendable(db: Db, accountId: number, campaign: CampaignRow): Promise<void>;
  /**
   * Lets a campaign through that goes to so many contacts, in the transaction that begins it: charges its account, and says what
   * it goes to first. Of two at once the second sees the first. The same campaign again is charged once. Throws as above.
   */
  plan(tx: Tx, accountId: number, campaign: CampaignRow, audience: number): Promise<Passage>;
  /**
   * Puts right what a campaign was charged, once it is known: contacts that were frozen, or that were mailed when it ended
   * early. None: as if it had never been let through. Throws where there is no room for more.
   */
  settle(tx: Tx, accountId: number, campaignId: number, mails: number): Promise<void>;
  /** Whether a campaign goes on by its figures, of all its variants: after its first wave, and at any time while it is sent. */
  judge(tx: Tx, accountId: number, campaign: CampaignRow, counts: readonly GateCounts[]): Promise<Verdict>;
  /** The state of all gates of an account, for pages. */
  gatesOf(db: Db, accountId: number): Promise<GateView>;
}

/** The gates of an installation. */
export function createGates(parts: GateParts): Gates {
  const { clock, installation } = parts;
  return {
    async requireSendable(db, accountId, campaign) {
      await requireStanding(db, accountId, campaign.kind);
      const { limits, optimized } = await readGates(db, installation, accountId);
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
        await requireRoom(db, limits, asked);
      }
      await requireApproved(parts, db, accountId, campaign, limits.approval);
    },
    plan: async (tx, accountId, campaign, audience) => letThrough(tx, parts, accountId, campaign, audience),
    async settle(tx, accountId, campaignId, mails) {
      await hold(tx, accountId);
      const [known] = await gatingOf(tx, accountId, campaignId);
      if (!known) return;
      if (mails === 0 && known.stopped_at === null) return void (await deleteGating(tx, accountId, campaignId));
      if (mails > known.mails) {
        const { limits } = await readGates(tx, installation, accountId);
        await requireRoom(tx, limits, { accountId, campaignId, mails, nowMs: clock.now() });
      }
      await setMails(tx, accountId, campaignId, mails);
    },
    judge: async (tx, accountId, campaign, counts) => judgeCampaign(tx, parts, accountId, campaign, counts),
    gatesOf: async (db, accountId) => viewGates(db, parts, accountId),
  };
}

/** A campaign and how many mails it needs room for. */
interface AskedRoom {
  readonly accountId: number;
  readonly campaignId: number;
  readonly mails: number;
  readonly nowMs: number;
  /** When it begins, where that is not now. */
  readonly scheduledAt?: Date | null;
}

/** One that was begun is charged already, and goes to whom it was frozen for. */
async function mailsOf(db: Db, parts: GateParts, accountId: number, campaign: CampaignRow): Promise<number> {
  const [known] = await gatingOf(db, accountId, campaign.id);
  return known ? known.mails : parts.audienceSize(db, accountId, campaign);
}

/** What has lifted when the campaign begins is no reason to refuse its schedule; it is asked again then. */
function liftsBefore({ liftsAt }: Hold, scheduledAt: Date | null): boolean {
  return liftsAt !== undefined && scheduledAt !== null && liftsAt <= scheduledAt;
}

async function letThrough(
  tx: Tx,
  { clock, installation }: GateParts,
  accountId: number,
  campaign: CampaignRow,
  audience: number,
): Promise<Passage> {
  const now = clock.now();
  await hold(tx, accountId);
  const { limits, optimized } = await readGates(tx, installation, accountId);
  await requireStanding(tx, accountId, campaign.kind);
  await requireNotStopped(tx, accountId, campaign.id);
  await requireNoneWarmingUp(tx, accountId, campaign.id);
  await requireRoom(tx, limits, { accountId, campaignId: campaign.id, mails: audience, nowMs: now });
  await requireApprovedStill(tx, accountId, campaign, limits.approval);
  const [known] = await gatingOf(tx, accountId, campaign.id);
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
    wave?.gate ?? null,
    wave?.contacts ?? null,
    wave ? wave.waitMs / SECOND_MS : null,
    new Date(now + limits.optimized_after_hours * HOUR_MS),
  );
  if (!row) throw new Error('Released campaign has no row');
  return passageOf(row, campaign, limits);
}

/** As it was decided when the campaign was let through first. */
function passageOf(row: GatingRow, campaign: CampaignRow, limits: GateLimits): Passage {
  const engagedOnly = row.engaged_only || campaign.engaged_only;
  const { wave_contacts: contacts, wave_gate: gate } = row;
  if (gate === null || contacts === null) return { engagedOnly };
  const waitMs = gate === 'warm_up' ? limits.warm_up_hours * HOUR_MS : limits.canary_minutes * 60_000;
  return { engagedOnly, firstWave: { contacts, waitMs, gate } };
}

async function hold(tx: Tx, accountId: number): Promise<void> {
  await makeGate(tx, accountId);
  await lockGate(tx, accountId);
}

/** Throws campaign_held when a campaign is to more contacts than the account has left, unless that lifts before it begins. */
export async function requireRoom(db: Db, limits: GateLimits, asked: AskedRoom): Promise<void> {
  if (!isLimited(limits)) return;
  const { accountId, campaignId, mails, nowMs, scheduledAt } = asked;
  const found = holdOfMails(limits, await readUsed(db, accountId, campaignId, nowMs), mails, nowMs);
  if (found && !liftsBefore(found, scheduledAt ?? null)) throw held(found);
}

/** Throws campaign_held when its figures have stopped the campaign. */
export async function requireNotStopped(db: Db, accountId: number, campaignId: number): Promise<void> {
  const [known] = await gatingOf(db, accountId, campaignId);
  if (!known?.stopped_at) return;
  throw held({
    gate: 'stopped_by_figures',
    message: `The campaign was stopped: ${known.stop_reason ?? ''}`,
    fix: 'Cancel the campaign, or ask the operator to release it.',
    limits: { stopped_by: known.stopped_by, stopped_at: known.stopped_at.toISOString() },
  });
}

/** Throws campaign_held while another campaign of the account warms up its sender domain. */
export async function requireNoneWarmingUp(db: Db, accountId: number, campaignId: number): Promise<void> {
  const [other] = await warmingUp(db, accountId, campaignId);
  if (!other) return;
  const { at, is_wave_over: isOver, wave_ends_at: endsAt } = other;
  const left = isOver ? 'now' : `for another ${timeLeft(endsAt, at.getTime())}`;
  throw held({
    gate: 'warm_up',
    message: `The campaign “${other.title}” is warming up its sender domain. The results of its first ${inFigures(other.wave_contacts)} contacts are measured ${left}. No other campaign can be sent or scheduled until the warm-up ends.`,
    fix: 'Wait until the warm-up ends, or cancel the other campaign.',
    limits: { campaign_id: other.campaign_id, contacts: other.wave_contacts },
    liftsAt: isOver ? at : endsAt,
  });
}
