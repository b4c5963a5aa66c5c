import type { Clock } from '../../../base/clock.ts';
import type { Database, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import { findCampaign, type CampaignRow } from '../campaigns/index.ts';
import { readSafeguards, type SafeguardLimits, type InstallationSafeguards } from './limits.ts';
import { optimizedNotice, type SendNotice } from './notices.ts';
import {
  startOptimized,
  countGoodCampaign,
  countsOfCampaign,
  dueReviews,
  endOptimized,
  holdGating,
  lockSafeguard,
  makeSafeguard,
  setReview,
} from './queries.ts';
import { gradeOf } from './verdict.ts';

const HOUR_MS = 3_600_000;
const PAGE = 200;

/** Dependencies of campaign reviews. */
export interface ReviewParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly installation: InstallationSafeguards;
  readonly sendNotice: SendNotice;
}

/**
 * Reviews the results of campaigns some time after they ended. Results far below normal put the account into optimized
 * mode, and several good campaigns in a row end optimized mode. A failed review is logged, retried after an hour, and
 * does not affect other reviews.
 */
export async function reviewCampaigns(parts: ReviewParts): Promise<void> {
  const { clock, db, log } = parts;
  for (;;) {
    const due = await dueReviews(db, new Date(clock.now()), PAGE);
    for (const { account_id: accountId, campaign_id: campaignId } of due) {
      try {
        await db.transaction(async (tx) => review(tx, parts, accountId, campaignId));
      } catch (error) {
        log.error('Campaign results could not be evaluated', {
          account: accountId,
          campaign: campaignId,
          error,
        });
        await setReview(db, accountId, campaignId, new Date(clock.now() + HOUR_MS));
      }
    }
    if (due.length < PAGE) return;
  }
}

async function review(tx: Tx, parts: ReviewParts, accountId: number, campaignId: number): Promise<void> {
  const now = parts.clock.now();
  await makeSafeguard(tx, accountId);
  await lockSafeguard(tx, accountId);
  const [row] = await holdGating(tx, accountId, campaignId);
  if (!row?.review_at || row.review_at.getTime() > now) return;
  const campaign = await findCampaign(tx, accountId, campaignId);
  const { limits, optimized } = await readSafeguards(tx, parts.installation, accountId);
  const next = campaign && nextCheck(campaign, row.stopped_at !== null, limits, now);
  await setReview(tx, accountId, campaignId, next ?? null);
  if (!campaign || next) return;
  await applyGrade(tx, parts, accountId, campaign, { limits, isOptimized: optimized !== undefined });
}

async function applyGrade(
  tx: Tx,
  parts: ReviewParts,
  accountId: number,
  campaign: CampaignRow,
  { isOptimized, limits }: { readonly limits: SafeguardLimits; readonly isOptimized: boolean },
): Promise<void> {
  const [counts] = await countsOfCampaign(tx, accountId, campaign.id);
  const grade = counts && gradeOf(counts, limits, campaign.tracks_opens);
  if (grade?.grade === 'bad') {
    await startOptimized(tx, accountId, new Date(parts.clock.now()), grade.reason);
    if (!isOptimized) await report(tx, parts, accountId, { title: campaign.title, figures: grade.figures });
  } else if (grade?.grade === 'good' && isOptimized) {
    const [counted] = await countGoodCampaign(tx, accountId);
    if ((counted?.good_campaigns ?? 0) >= limits.optimized_good_campaigns) await endOptimized(tx, accountId);
  }
}

/**
 * Returns the time of the next review: in an hour if the campaign has not ended, or later if it ended too recently.
 * Returns undefined if the campaign can be reviewed now.
 */
function nextCheck(
  campaign: CampaignRow,
  isStopped: boolean,
  limits: SafeguardLimits,
  nowMs: number,
): Date | undefined {
  const { sent_at: sentAt, state } = campaign;
  const isOver = state === 'sent' || state === 'cancelled' || (state === 'paused' && isStopped);
  if (!isOver) return new Date(nowMs + HOUR_MS);
  const dueMs = (sentAt?.getTime() ?? 0) + limits.optimized_after_hours * HOUR_MS;
  return dueMs > nowMs ? new Date(dueMs) : undefined;
}

async function report(
  tx: Tx,
  { sendNotice }: ReviewParts,
  accountId: number,
  about: Parameters<typeof optimizedNotice>[1],
): Promise<void> {
  const account = await readAccount(tx, accountId);
  if (!account || account.closedAt) return;
  await sendNotice(tx, { accountId, to: account.email, write: (language) => optimizedNotice(language, about) });
}
