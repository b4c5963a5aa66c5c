import type { Clock } from '../../../base/clock.ts';
import type { Database, Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import {
  isProviderOf,
  pausedProviders,
  pauseProvider,
  providerName,
  releaseLiftedProvider,
  resumeProvider,
  progressOfMailings,
  viewProviders,
  withPausedProviders,
  type AtProvider,
} from '../../sending/mailings/index.ts';
import { holdInState, statusOf } from './control.ts';
import { campaignElsewhere, makeDue, stateOfCampaign } from './queries.ts';
import { wavesOf } from './wave-queries.ts';

/** Maximum number of provider lanes that are shown: paused lanes first, then the lanes with the most messages. */
const MAX_SHOWN = 60;
/** Maximum number of paused provider lanes per campaign. To hold more messages, users can pause the campaign. */
const MAX_PAUSED = 50;

/** Badge of campaigns with a paused provider lane. */
const LANE_PAUSED = 'lane_paused';

/** Dependencies for provider lanes. */
export interface ProviderLaneParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** A campaign's progress by mailbox provider, as shown in the dashboard. */
export type ProviderLanes = Awaited<ReturnType<typeof providerLanesOf>>;

/** Returns the progress of a campaign at each mailbox provider, from counters. Throws not_found and forbidden. */
export async function providerLanesOf({ clock, db }: ProviderLaneParts, accountId: number, id: number) {
  const [row] = await stateOfCampaign(db, accountId, id);
  const campaign = await ownObject(row, async () => campaignElsewhere(db, id));
  const mailingIds = (await wavesOf(db, accountId, id)).map((wave) => wave.mailing_id);
  const lanes = await viewProviders(db, accountId, id, { mailingIds, limit: MAX_SHOWN });
  const mailings = [...(await progressOfMailings(db, accountId, mailingIds)).values()];
  const done = mailings.reduce((sum, { finished }) => sum + finished, 0);
  const waiting = lanes.reduce((sum, { deferred, held }) => sum + deferred + held, 0);
  const isInProgress = campaign.state === 'sending' || campaign.state === 'paused' || campaign.state === 'preparing';
  return {
    campaign_id: id,
    status: campaign.state,
    recipients_count: campaign.recipients,
    done_count: Math.min(done, campaign.recipients),
    // Recipients that are neither finished nor waiting in a provider lane.
    unsorted_count: isInProgress ? Math.max(0, campaign.recipients - done - waiting) : 0,
    lanes: lanes.map((providerLane) => presentProviderLane(providerLane, isInProgress, clock.now())),
  };
}

/** Returns a provider lane in API format. Pure. */
function presentProviderLane(providerLane: AtProvider, isInProgress: boolean, nowMs: number) {
  const { answer, answered_at: answeredAt, paused_at: pausedAt, provider, resting_until: restingUntil } = providerLane;
  const rest = notOver(restingUntil, nowMs);
  const isWaiting = pausedAt === null && providerLane.deferred + providerLane.held > 0;
  const next = isWaiting ? (rest ?? notOver(providerLane.retry_at, nowMs)) : null;
  return {
    provider,
    name: providerName(provider),
    state: stateOf(providerLane, { isInProgress, isResting: rest !== null }),
    delivered_count: providerLane.delivered,
    refused_count: providerLane.refused,
    failed_count: providerLane.failed,
    deferred_count: providerLane.deferred,
    held_count: providerLane.held,
    per_second: Math.round(providerLane.per_second * 10) / 10,
    paused_at: pausedAt?.toISOString() ?? null,
    last_answer: answer !== null && answeredAt !== null ? { text: answer, at: answeredAt.toISOString() } : null,
    next_try_at: next?.toISOString() ?? null,
  };
}

function notOver(time: Date | null, nowMs: number): Date | null {
  return time !== null && time.getTime() > nowMs ? time : null;
}

export const LANE_STATES = ['paused', 'backing_off', 'waiting', 'sending', 'done'] as const;

function stateOf(
  { deferred, held, paused_at: pausedAt, per_second: perSecond }: AtProvider,
  { isResting, isInProgress }: { readonly isInProgress: boolean; readonly isResting: boolean },
): (typeof LANE_STATES)[number] {
  if (pausedAt !== null) return 'paused';
  if (isResting) return 'backing_off';
  if (perSecond > 0 && isInProgress) return 'sending';
  if (deferred + held > 0) return 'waiting';
  return isInProgress ? 'sending' : 'done';
}

/**
 * Holds a campaign's messages to a provider. Has no effect if the lane is already paused. Throws forbidden, conflict if
 * the campaign is not in progress, or already has the maximum number of paused lanes, and not_found for an unknown
 * campaign or provider.
 */
export async function pauseProviderLane(
  parts: ProviderLaneParts,
  accountId: number,
  id: number,
  provider: string,
): Promise<ProviderLanes> {
  const mailingIds = (await wavesOf(parts.db, accountId, id)).map((wave) => wave.mailing_id);
  const isKnown = await isProviderOf(parts.db, accountId, mailingIds, provider);
  await parts.db.transaction(async (tx) => {
    await holdInState(tx, accountId, id, ['preparing', 'sending', 'paused'], 'paused');
    if (!isKnown) {
      const fix = 'Use the provider of one of the campaign’s provider lanes.';
      throw new Refusal('not_found', { message: 'The campaign has no provider lane with this name.', fix });
    }
    const paused = await pausedProviders(tx, accountId, id);
    if (paused.length >= MAX_PAUSED && !paused.includes(provider)) {
      const message = `${MAX_PAUSED} provider lanes of the campaign are paused, which is the maximum.`;
      throw new Refusal('conflict', { message, fix: 'Resume a provider lane, or pause the whole campaign.' });
    }
    await pauseProvider(tx, accountId, id, provider);
  });
  return providerLanesOf(parts, accountId, id);
}

/** Resumes a provider lane. Has no effect if the lane is not paused. Throws not_found or forbidden. */
export async function resumeProviderLane(
  parts: ProviderLaneParts,
  accountId: number,
  id: number,
  provider: string,
): Promise<ProviderLanes> {
  await statusOf(parts.db, accountId, id);
  await parts.db.transaction(async (tx) => {
    await resumeProvider(tx, accountId, id, provider);
    // A campaign that only waits for paused provider lanes is rarely checked, so schedule a check now.
    await makeDue(tx, accountId, id);
  });
  try {
    await releaseLiftedProvider(parts, accountId, id, provider);
    // Schedule another check now. If the campaign was checked before the release, the next check could be half a minute
    // later.
    await makeDue(parts.db, accountId, id);
  } catch {
    // Ignore the error. The lane is no longer paused, so the job releases the held messages.
  }
  return providerLanesOf(parts, accountId, id);
}

/** Returns the badges of campaigns with a paused provider lane, by campaign ID. */
export async function providerLaneBadgesOf(
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  return new Map([...(await withPausedProviders(db, accountId, ids))].map((id) => [id, [LANE_PAUSED]]));
}
