import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText, type PreviewMode } from '../../../mail/preview.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, readAccount, recordOperatorAct, type Account } from '../../tenants/accounts/index.ts';
import { findCampaign, keepCampaign, type CampaignRow } from '../campaigns/index.ts';
import {
  approvalOf,
  decideApprovalRow,
  holdApproval,
  stoppedCampaigns,
  waitingApprovals,
  type ApprovalRow,
  type WaitingRow,
} from './approval-queries.ts';
import { readContents } from './content.ts';
import { cursorOf, type QueueCursor } from './cursor.ts';
import { decidedNotice, type SendNotice } from './notices.ts';
import { countsOfCampaign, liftStop } from './queries.ts';

/** Stopped campaigns that are listed. */
const MAX_STOPPED = 100;

/** What deciding on campaigns needs. */
export interface DecideParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
  /** Told of a content that was decided on, in that transaction: what waited for it goes on. */
  readonly onDecided: (tx: Tx, accountId: number, campaignId: number) => Promise<void>;
}

/** A page of the contents that wait for the operator, of all accounts, the oldest first; without the contents themselves. */
export async function listWaiting(db: Db, after: QueueCursor, limit: number) {
  const rows = await waitingApprovals(db, after.at, after.accountId, after.campaignId, limit + 1);
  const data = rows.slice(0, limit).map(presentWaiting);
  return { data, per_page: limit, has_more: rows.length > limit };
}

function presentWaiting(row: WaitingRow) {
  return {
    account: { id: row.account_id, name: row.account_name, email: row.account_email },
    campaign: {
      id: row.campaign_id,
      kind: row.kind,
      title: row.title,
      subject: row.subject,
      from_name: row.from_name,
      from_email: row.from_email,
    },
    findings: row.findings,
    asked_at: row.asked_at.toISOString(),
    id: cursorOf(row.asked_at, row.account_id, row.campaign_id),
  };
}

/** Campaigns of all accounts that their figures stopped and that nobody has let go on, the first hundred. */
export async function listStopped(db: Db) {
  const rows = await stoppedCampaigns(db, MAX_STOPPED);
  return {
    data: rows.map((row) => ({
      account: { id: row.account_id, name: row.account_name, email: row.account_email },
      campaign: { id: row.campaign_id, title: row.title },
      reason: row.stop_reason ?? 'The campaign was stopped because of its results.',
      stopped_at: row.stopped_at.toISOString(),
    })),
  };
}

/** A campaign as whoever approves it sees it: its contents as they are now, and their hash. Throws not_found. */
export async function readApproval(db: Db, accountId: number, campaignId: number) {
  const campaign = await findCampaign(db, accountId, campaignId);
  const [approval] = await approvalOf(db, accountId, campaignId);
  const account = await readAccount(db, accountId);
  if (!campaign || !approval || !account) throw noApproval();
  return presentApproval(db, account, campaign, approval);
}

async function presentApproval(db: Db, account: Account, campaign: CampaignRow, approval: ApprovalRow) {
  const { contents, hash } = await readContents(db, account.id, campaign);
  return {
    account: { id: account.id, name: account.name, email: account.email },
    campaign: {
      id: campaign.id,
      kind: campaign.kind,
      title: campaign.title,
      subject: campaign.subject,
      from_name: campaign.from_name,
      from_email: campaign.from_email,
    },
    state: approval.state,
    findings: approval.findings,
    asked_at: approval.asked_at.toISOString(),
    decided_at: approval.decided_at?.toISOString() ?? null,
    reason: approval.reason,
    hash,
    has_changed: hash !== approval.hash,
    contents: contents.map(({ html = null, previewText, subject, text = null }) => ({
      subject,
      preview_text: previewText,
      html,
      text,
    })),
  };
}

/** One of the contents that were asked about, as it is now, as a page for a sandboxed frame. Throws not_found. */
export async function frameContent(
  { db, html: work }: { readonly db: Db; readonly html: HtmlWork },
  accountId: number,
  campaignId: number,
  { content: place, mode }: { readonly content: number; readonly mode: PreviewMode },
): Promise<string> {
  const { contents } = await readApproval(db, accountId, campaignId);
  const content = contents[place];
  if (!content) throw noApproval();
  if (content.html === null) return previewOfText(content.text ?? '', mode);
  return work.run(accountId, 'frameHtml', content.html, mode);
}

/** What the operator decides on a content: that of this hash. */
export interface ContentDecision {
  readonly isApproved: boolean;
  readonly hash: string;
  readonly reason: string | undefined;
}

/**
 * Approves or rejects a content, which is noted in the account's audit log and told to its address. Throws not_found, and
 * conflict when the content was changed since it was looked at, or this was decided already.
 */
export async function decideContent(
  { clock, db, onDecided, sendNotice }: DecideParts,
  principal: Principal,
  accountId: number,
  campaignId: number,
  { hash, isApproved, reason }: ContentDecision,
) {
  return db.transaction(async (tx) => {
    const campaign = await keepCampaign(tx, accountId, campaignId);
    const [approval] = await holdApproval(tx, accountId, campaignId);
    const account = await readAccount(tx, accountId);
    if (!campaign || !approval || !account) throw noApproval();
    const present = await readContents(tx, accountId, campaign);
    const state = isApproved ? 'approved' : 'rejected';
    requireUndecided(approval, state, hash, present.hash);
    const by = principal.person?.email ?? principal.account.email;
    const at = new Date(clock.now());
    const [row] = await decideApprovalRow(tx, accountId, campaignId, hash, state, at, by, reason ?? null);
    if (!row) throw noApproval();
    await recordOperatorAct(tx, principal, accountId, {
      action: isApproved ? 'campaign.approve' : 'campaign.reject',
      subject: campaign.title,
      before: { state: approval.state },
      after: { state, campaign_id: campaignId, hash, reason: reason ?? null },
    });
    const notice = decidedNotice({ kind: campaign.kind, title: campaign.title, isApproved, reason });
    await sendNotice(tx, { accountId, to: account.email, ...notice });
    await onDecided(tx, accountId, campaignId);
    return presentApproval(tx, account, campaign, row);
  });
}

/** Of two who decide alike at once, one is told so. */
function requireUndecided(approval: ApprovalRow, state: 'approved' | 'rejected', seen: string, present: string): void {
  if (seen !== present) {
    throw new Refusal('conflict', {
      message: 'The content has changed since you reviewed it.',
      fix: 'Review the current content and decide again.',
    });
  }
  if (approval.state !== state || approval.hash !== present) return;
  throw new Refusal('conflict', {
    message: `The content is already ${state}. Another operator may have reviewed it.`,
    fix: 'Get the content again to see its current state.',
  });
}

/**
 * Lets a campaign go on that its figures stopped; what was counted until now is judged no more. Its account resumes it. Throws
 * not_found, and conflict for one that was not stopped.
 */
export async function releaseCampaign(
  { db }: DecideParts,
  principal: Principal,
  accountId: number,
  campaignId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await keepCampaign(tx, accountId, campaignId);
    if (!campaign) throw new Refusal('not_found', { message: 'No campaign has this ID.' });
    await lift(tx, accountId, campaignId);
    await recordOperatorAct(tx, principal, accountId, {
      action: 'campaign.release',
      subject: campaign.title,
      after: { campaign_id: campaignId },
    });
  });
}

async function lift(tx: Tx, accountId: number, campaignId: number): Promise<void> {
  const [counts] = await countsOfCampaign(tx, accountId, campaignId);
  const { bounced = 0, complained = 0, sent = 0 } = counts ?? {};
  if ((await liftStop(tx, accountId, campaignId, sent, bounced, complained)).length > 0) return;
  throw new Refusal('conflict', {
    message: 'This campaign was not stopped because of its results.',
    fix: 'If a member of the account paused the campaign, ask a member to resume it.',
  });
}

/** Held until the transaction ends. Throws not_found. */
export async function operatedAccount(tx: Tx, accountId: number): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('not_found', { message: 'No account has this ID.' });
  return account;
}

function noApproval(): Refusal {
  return new Refusal('not_found', { message: 'No content from this campaign has been submitted for approval.' });
}
