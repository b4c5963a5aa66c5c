import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import {
  isProviderOf,
  pausedProviders,
  pauseProvider,
  releaseLiftedProvider,
  resumeProvider,
  standingsOf,
  viewProviders,
  withPausedProviders,
  type AtProvider,
} from '../../sending/mailings/index.ts';
import { heldIn, standingOf } from './control.ts';
import { campaignElsewhere, makeDue, stateOfCampaign } from './queries.ts';
import { wavesOf } from './wave-queries.ts';

/** Lanes that are shown: paused ones, then those with the most mail. */
const MAX_SHOWN = 60;
/** Lanes of a campaign that are paused at once; to stop more of them the campaign is paused. */
const MAX_PAUSED = 50;
/** Names that receivers go by; others go by the domain of their mail servers. */
const NAMES: Readonly<Record<string, string>> = {
  google: 'Gmail and Google Workspace',
  outlook: 'Outlook.com and Hotmail',
  office365: 'Microsoft 365',
  yahoo: 'Yahoo and AOL',
  apple: 'iCloud Mail',
  comcast: 'Comcast',
  orange: 'Orange',
  inbox: 'Local inbox',
};

/** The badge of campaigns that have a lane paused. */
const LANE_PAUSED = 'lane_paused';

/** What lanes of campaigns need. */
export interface LaneParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** A campaign by mailbox provider, as pages show it. */
export type Lanes = Awaited<ReturnType<typeof lanesOf>>;

/** How far a campaign is at each mailbox provider: read from counters, at most sixty lanes. Throws not_found and forbidden. */
export async function lanesOf({ clock, db }: LaneParts, accountId: number, id: number) {
  const [row] = await stateOfCampaign(db, accountId, id);
  const campaign = await ownObject(row, async () => campaignElsewhere(db, id));
  const mailingIds = (await wavesOf(db, accountId, id)).map((wave) => wave.mailing_id);
  const lanes = await viewProviders(db, accountId, id, { mailingIds, limit: MAX_SHOWN });
  const standings = [...(await standingsOf(db, accountId, mailingIds)).values()];
  const done = standings.reduce((sum, { finished }) => sum + finished, 0);
  const waiting = lanes.reduce((sum, { deferred, held }) => sum + deferred + held, 0);
  const isUnderWay = campaign.state === 'sending' || campaign.state === 'paused' || campaign.state === 'preparing';
  return {
    campaign_id: id,
    status: campaign.state,
    recipients_count: campaign.recipients,
    done_count: Math.min(done, campaign.recipients),
    // Nobody has looked yet whose servers they are at, or these have their hands full.
    unsorted_count: isUnderWay ? Math.max(0, campaign.recipients - done - waiting) : 0,
    lanes: lanes.map((lane) => presentLane(lane, isUnderWay, clock.now())),
  };
}

/** A lane, as pages show it. Pure. */
function presentLane(lane: AtProvider, isUnderWay: boolean, nowMs: number) {
  const { answer, answered_at: answeredAt, paused_at: pausedAt, provider, resting_until: restingUntil } = lane;
  const rest = notOver(restingUntil, nowMs);
  const isWaiting = pausedAt === null && lane.deferred + lane.held > 0;
  const next = isWaiting ? (rest ?? notOver(lane.retry_at, nowMs)) : null;
  return {
    provider,
    name: NAMES[provider] ?? provider,
    state: stateOf(lane, { isUnderWay, isResting: rest !== null }),
    delivered_count: lane.delivered,
    refused_count: lane.refused,
    failed_count: lane.failed,
    deferred_count: lane.deferred,
    held_count: lane.held,
    per_second: Math.round(lane.per_second * 10) / 10,
    paused_at: pausedAt?.toISOString() ?? null,
    last_answer: answer !== null && answeredAt !== null ? { text: answer, at: answeredAt.toISOString() } : null,
    next_try_at: next?.toISOString() ?? null,
  };
}

function notOver(time: Date | null, nowMs: number): Date | null {
  return time !== null && time.getTime() > nowMs ? time : null;
}

/** What a lane does. */
export const LANE_STATES = ['paused', 'backing_off', 'waiting', 'sending', 'done'] as const;

function stateOf(
  { deferred, held, paused_at: pausedAt, per_second: perSecond }: AtProvider,
  { isResting, isUnderWay }: { readonly isUnderWay: boolean; readonly isResting: boolean },
): (typeof LANE_STATES)[number] {
  if (pausedAt !== null) return 'paused';
  if (isResting) return 'backing_off';
  if (perSecond > 0 && isUnderWay) return 'sending';
  if (deferred + held > 0) return 'waiting';
  return isUnderWay ? 'sending' : 'done';
}

/**
 * Holds a campaign's mail back at one provider, and nothing else: within a second nothing further is offered there. Pausing twice
 * is pausing once. Throws conflict for a campaign that is not under way, and not_found for a provider that nobody knows.
 */
export async function pauseLane(parts: LaneParts, accountId: number, id: number, provider: string): Promise<Lanes> {
  const mailingIds = (await wavesOf(parts.db, accountId, id)).map((wave) => wave.mailing_id);
  const isKnown = await isProviderOf(parts.db, accountId, mailingIds, provider);
  await parts.db.transaction(async (tx) => {
    await heldIn(tx, accountId, id, ['preparing', 'sending', 'paused'], 'paused');
    if (!isKnown) {
      const fix = 'Use the provider of one of the provider lanes of the campaign.';
      throw new Refusal('not_found', { message: 'The campaign has no provider lane with this name.', fix });
    }
    const paused = await pausedProviders(tx, accountId, id);
    if (paused.length >= MAX_PAUSED && !paused.includes(provider)) {
      const message = `${MAX_PAUSED} provider lanes of the campaign are paused, which is the maximum.`;
      throw new Refusal('conflict', { message, fix: 'Resume one of them or pause the whole campaign.' });
    }
    await pauseProvider(tx, accountId, id, provider);
  });
  return lanesOf(parts, accountId, id);
}

/** Lets a lane go on: what was held goes out within seconds, each once. A lane that is not paused stays as it is. */
export async function resumeLane(parts: LaneParts, accountId: number, id: number, provider: string): Promise<Lanes> {
  await standingOf(parts.db, accountId, id);
  await parts.db.transaction(async (tx) => {
    await resumeProvider(tx, accountId, id, provider);
    // Nobody looks often at a campaign of which only paused lanes are left.
    await makeDue(tx, accountId, id);
  });
  try {
    await releaseLiftedProvider(parts, accountId, id, provider);
    // Who looked in between still saw it held, and would look again half a minute later.
    await makeDue(parts.db, accountId, id);
  } catch {
    // It is lifted: the job lets go what is held.
  }
  return lanesOf(parts, accountId, id);
}

/** By campaign, the badge of those that have a lane paused. */
export async function laneBadgesOf(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  return new Map([...(await withPausedProviders(db, accountId, ids))].map((id) => [id, [LANE_PAUSED]]));
}
