import type { Clock } from '../../../base/clock.ts';
import type { ApprovalMode } from '../../../base/config-campaigns.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import type { Blocked, ReadContent } from '../../../mail/checks/blocked.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { readAccount } from '../../tenants/accounts/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import {
  approvalOf,
  requestApproval,
  countWaiting,
  operatorToNotify,
  type ApprovalRow,
  type ContentKind,
  type StoredFinding,
} from './approval-queries.ts';
import { readContents, type CampaignContents } from './content.ts';
import { held } from './held.ts';
import { waitingNotice, type SendNotice } from './notices.ts';
import { lockSafeguard, makeSafeguard } from './queries.ts';

/** Maximum number of entries that an account may have in the approval queue, so that no account fills the queue. */
const MAX_WAITING = 20;

/** Dependencies of the approval functions. */
export interface ApprovalParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sendNotice: SendNotice;
  readonly blocked: Blocked;
  readonly html: HtmlWork;
  /** Returns the findings of the spam filter. Undefined if no spam filter is configured. */
  readonly askSpamFilter: ((from: string, content: ReadContent) => Promise<readonly StoredFinding[]>) | undefined;
}

/**
 * Throws campaign_held unless the current content of the campaign may be sent. If the content has not been decided on,
 * requests approval from the operator. Content that only passed the automatic checks is checked again, because the
 * block lists may have changed.
 */
export async function requireApproved(
  parts: ApprovalParts,
  db: Db,
  accountId: number,
  campaign: CampaignRow,
  mode: ApprovalMode,
): Promise<void> {
  if (mode === 'off') return;
  const contents = await readContents(db, accountId, campaign);
  const [known] = await approvalOf(db, accountId, campaign.id);
  if (known?.hash === contents.hash && known.state !== 'passed') return requireDecision(known, campaign.kind);
  const passedBefore = known?.hash === contents.hash && mode === 'findings';
  const blocked = await parts.html.run(accountId, 'findBlocked', contents.contents, parts.blocked);
  if (passedBefore && blocked.length === 0) return;
  // Check the queue before calling the spam filter, because a full queue rejects the content regardless of the
  // findings.
  if (mode === 'always') await requireQueueCapacity(db, accountId, campaign.id);
  const findings = [...blocked, ...(await spamFindings(parts, campaign.from_email, contents))];
  const state = mode === 'findings' && findings.length === 0 ? 'passed' : 'waiting';
  const asked = await parts.db.transaction(async (tx) =>
    ask(tx, parts, accountId, campaign, { hash: contents.hash, findings, state }),
  );
  requireDecision(asked, campaign.kind);
}

/**
 * Same as `requireApproved`, but runs in the transaction that starts a campaign and does not request approval. Prevents
 * content that changed after the review from being sent.
 */
export async function requireApprovedStill(
  tx: Tx,
  accountId: number,
  campaign: CampaignRow,
  mode: ApprovalMode,
): Promise<void> {
  if (mode === 'off') return;
  const { hash } = await readContents(tx, accountId, campaign);
  const [known] = await approvalOf(tx, accountId, campaign.id);
  if (known?.hash === hash && (mode === 'findings' || known.state !== 'passed'))
    return requireDecision(known, campaign.kind);
  throw held({
    safeguard: 'content_approval',
    message: 'This content has not been submitted for approval, or has changed since it was submitted.',
    fix:
      campaign.kind === 'campaign'
        ? 'Send the campaign again to request approval.'
        : 'Postrider requests approval automatically.',
    limits: { state: 'unknown' },
  });
}

/** Returns the findings of the spam filter. Must not be called in a transaction, because it waits for the network. */
async function spamFindings(
  { askSpamFilter }: ApprovalParts,
  from: string,
  { contents }: CampaignContents,
): Promise<StoredFinding[]> {
  if (!askSpamFilter) return [];
  const found: StoredFinding[] = [];
  for (const content of contents) found.push(...(await askSpamFilter(from, content)));
  return [...new Map(found.map((finding) => [finding.message, finding])).values()];
}

interface Asked {
  readonly hash: string;
  readonly findings: readonly StoredFinding[];
  readonly state: 'waiting' | 'passed';
}

async function ask(
  tx: Tx,
  parts: ApprovalParts,
  accountId: number,
  campaign: CampaignRow,
  { findings, hash, state }: Asked,
): Promise<ApprovalRow> {
  await makeSafeguard(tx, accountId);
  await lockSafeguard(tx, accountId);
  const waiting = state === 'waiting' ? await requireQueueCapacity(tx, accountId, campaign.id) : 0;
  const at = new Date(parts.clock.now());
  const [row] = await requestApproval(tx, accountId, campaign.id, hash, state, JSON.stringify(findings), at);
  if (!row) return (await approvalOf(tx, accountId, campaign.id))[0] ?? missing();
  // The operator receives only one email per account until all waiting entries of the account are decided.
  if (state === 'waiting' && waiting === 0) await notifyOperator(tx, parts, accountId, campaign, findings);
  return row;
}

/**
 * Returns the number of other campaigns of the account that are waiting for approval. Throws campaign_held if the
 * maximum is reached.
 */
async function requireQueueCapacity(db: Db, accountId: number, exceptId: number): Promise<number> {
  const waiting = (await countWaiting(db, accountId, exceptId))[0]?.waiting ?? 0;
  if (waiting >= MAX_WAITING) throw tooManyWaiting(waiting);
  return waiting;
}

async function notifyOperator(
  tx: Tx,
  { sendNotice }: ApprovalParts,
  accountId: number,
  campaign: CampaignRow,
  findings: readonly StoredFinding[],
): Promise<void> {
  const [operator] = await operatorToNotify(tx);
  const account = await readAccount(tx, accountId);
  if (!operator || !account) return;
  const about = { account: account.name, kind: campaign.kind, title: campaign.title, findings: findings.length };
  await sendNotice(tx, {
    accountId: operator.account_id,
    to: operator.email,
    write: (language) => waitingNotice(language, about),
  });
}

/** Throws campaign_held unless the content may be sent. */
function requireDecision({ asked_at: askedAt, findings, reason, state }: ApprovalRow, kind: ContentKind): void {
  if (state === 'approved' || state === 'passed') return;
  const limits = { state, asked_at: askedAt.toISOString(), findings: findings.length };
  if (state === 'rejected') {
    throw held({
      safeguard: 'content_approval',
      message: `The operator rejected this content: ${reason ?? ''}`,
      fix: `Change the content${kind === 'campaign' ? ' and send it again' : ''} to request a new review.`,
      limits,
    });
  }
  const next =
    kind === 'campaign'
      ? 'Send the campaign again once the content is approved.'
      : 'The email is sent automatically once the content is approved.';
  throw held({
    safeguard: 'content_approval',
    message: 'The content is waiting for the operator’s approval.',
    fix: `${next} The account is notified of the decision by email. If you change the content, the operator must approve it again.`,
    limits,
  });
}

function tooManyWaiting(waiting: number): Error {
  return held({
    safeguard: 'content_approval',
    message: `The account has ${waiting} campaigns and emails waiting for approval, which is the maximum.`,
    fix: 'Wait until pending reviews are complete, or delete campaigns and emails that you do not need.',
    limits: { waiting, most_waiting: MAX_WAITING },
  });
}

function missing(): never {
  throw new Error('Campaign approval not found in the transaction that requested it');
}
