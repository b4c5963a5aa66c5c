import type { Clock } from '../../../base/clock.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText, type PreviewMode } from '../../../mail/preview.ts';
import type { Principal } from '../../../http/principal.ts';
import { lockAccount, readAccount, recordOperatorAct, type Account } from '../../tenants/accounts/index.ts';
import { findCampaign, lockCampaign, type CampaignRow } from '../campaigns/index.ts';
import {
  approvalOf,
  decideApprovalRow,
  lockApproval,
  stoppedCampaigns,
  waitingApprovals,
  type ApprovalRow,
  type WaitingRow,
} from './approval-queries.ts';
import { readContents } from './content.ts';
import { cursorOf, type QueueCursor } from './cursor.ts';
import { decidedNotice, type SendNotice } from './notices.ts';
import { countsOfCampaign, liftStop } from './queries.ts';

/** Maximum number of stopped campaigns that are listed. */
const MAX_STOPPED = 100;

/** Dependencies for reviewing and deciding on campaigns. */
export interface DecideParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
  /** Called in the transaction of a decision, so that sending resumes if it waited for the decision. */
  readonly onDecided: (tx: Tx, accountId: number, campaignId: number) => Promise<void>;
}

/**
 * Returns a page of the campaigns that are waiting for approval, in all accounts, oldest first, without their bodies.
 */
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

/**
 * Returns campaigns of all accounts that were stopped because of their results and have not been released, earliest
 * first, up to a hundred.
 */
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

/** Returns a campaign for review, with the current content of all variants and its hash. Throws not_found. */
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

/**
 * Returns the current content of a variant, if it was submitted for approval, as a page for a sandboxed frame. Throws
 * not_found.
 */
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

/** The operator's decision on the content with this hash. */
export interface ContentDecision {
  readonly isApproved: boolean;
  readonly hash: string;
  readonly reason: string | undefined;
}

/**
 * Approves or rejects content, writes an audit log entry and notifies the account by email. Throws not_found. Throws
 * conflict if the content has changed since the review, or if the same decision was already made.
 */
export async function decideContent(
  { clock, db, onDecided, sendNotice }: DecideParts,
  principal: Principal,
  accountId: number,
  campaignId: number,
  { hash, isApproved, reason }: ContentDecision,
) {
  return db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, accountId, campaignId);
    const [approval] = await lockApproval(tx, accountId, campaignId);
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
    const decided = { kind: campaign.kind, title: campaign.title, isApproved, reason };
    await sendNotice(tx, { accountId, to: account.email, write: (language) => decidedNotice(language, decided) });
    await onDecided(tx, accountId, campaignId);
    return presentApproval(tx, account, campaign, row);
  });
}

/**
 * Throws conflict if the content has changed since the operator read it, or if the same decision was already made, for
 * example by another operator at the same time.
 */
function requireUndecided(approval: ApprovalRow, state: 'approved' | 'rejected', seen: string, present: string): void {
  if (seen !== present) {
    throw new Refusal('conflict', {
      message: 'The content has changed since you reviewed it.',
      fix: 'Review the current content and decide again.',
    });
  }
  if (approval.state !== state || approval.hash !== present) return;
  throw new Refusal('conflict', {
    message: `The content is already ${state}. Another operator may have reviewed the content.`,
    fix: 'Get the content again to see its current state.',
  });
}

/**
 * Releases a campaign that was stopped because of its results. Results before the release no longer count. The account
 * must then resume the campaign. Throws not_found. Throws conflict if the campaign was not stopped.
 */
export async function releaseCampaign(
  { db }: DecideParts,
  principal: Principal,
  accountId: number,
  campaignId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, accountId, campaignId);
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
    message: 'This campaign has not been stopped because of its results.',
    fix: 'If a member of the account paused the campaign, ask a member to resume it.',
  });
}

/** Locks the account until the transaction ends. Throws not_found. */
export async function operatedAccount(tx: Tx, accountId: number): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (!account) throw new Refusal('not_found', { message: 'No account has this ID.' });
  return account;
}

function noApproval(): Refusal {
  return new Refusal('not_found', { message: 'No content from this campaign has been submitted for approval.' });
}
