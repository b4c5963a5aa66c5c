import { statement } from '../../../base/db.ts';
import type { CampaignRow } from '../campaigns/index.ts';

/** Kind of a campaign or of an email that is sent automatically. */
export type ContentKind = CampaignRow['kind'];

/** The content of a variant. Null fields are taken from the campaign. */
export interface VariantRow {
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: unknown;
  readonly plain_text: string | null;
}

/** Returns the variants of a campaign. Uses the primary key. */
export const variantsOfCampaign = statement<[accountId: number, campaignId: number], VariantRow>(
  'campaign_safeguards_variants',
  `select subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = $2 order by variant`,
);

/** A finding of the content checks. The operator sees the findings during the review. */
export interface StoredFinding {
  readonly check: 'blocked_host' | 'merged_host' | 'blocked_word' | 'spam' | 'spam_filter_silent';
  readonly message: string;
}

export type ApprovalState = 'waiting' | 'approved' | 'rejected' | 'passed';

export interface ApprovalRow {
  readonly account_id: number;
  readonly campaign_id: number;
  readonly hash: string;
  readonly state: ApprovalState;
  readonly findings: readonly StoredFinding[];
  readonly asked_at: Date;
  readonly decided_at: Date | null;
  readonly reason: string | null;
}

const COLUMNS = 'account_id, campaign_id, hash, state, findings, asked_at, decided_at, reason';

/** Returns the approval entry of a campaign. Uses the primary key. */
export const approvalOf = statement<[accountId: number, campaignId: number], ApprovalRow>(
  'campaign_safeguards_approval',
  `select ${COLUMNS} from campaign_approval where account_id = $1 and campaign_id = $2`,
);

/** Same as `approvalOf`, but locks the row until the transaction ends. */
export const lockApproval = statement<[accountId: number, campaignId: number], ApprovalRow>(
  'campaign_safeguards_hold_approval',
  `select ${COLUMNS} from campaign_approval where account_id = $1 and campaign_id = $2 for update`,
);

/**
 * Requests approval and replaces the entry for an older version of the content. Returns no row if this version already
 * has an entry that is not `passed`. Uses the primary key.
 */
export const requestApproval = statement<
  [accountId: number, campaignId: number, hash: string, state: 'waiting' | 'passed', findings: string, at: Date],
  ApprovalRow
>(
  'campaign_safeguards_ask_approval',
  `insert into campaign_approval as a (account_id, campaign_id, hash, state, findings, asked_at)
   values ($1, $2, $3, $4, $5::jsonb, $6)
   on conflict (account_id, campaign_id) do update set hash = $3, state = $4, findings = $5::jsonb, asked_at = $6,
     decided_at = null, decided_by = null, reason = null
     where a.hash <> $3 or a.state = 'passed'
   returning ${COLUMNS}`,
);

/** Stores a decision. The caller must have locked the row. Uses the primary key. */
export const decideApprovalRow = statement<
  [
    accountId: number,
    campaignId: number,
    hash: string,
    state: 'approved' | 'rejected',
    at: Date,
    by: string,
    reason: string | null,
  ],
  ApprovalRow
>(
  'campaign_safeguards_decide_approval',
  `update campaign_approval set hash = $3, state = $4, decided_at = $5, decided_by = $6, reason = $7
   where account_id = $1 and campaign_id = $2 returning ${COLUMNS}`,
);

/**
 * Counts an account's campaigns whose content is waiting for approval, not counting deleted campaigns. Uses the primary
 * key.
 */
export const countWaiting = statement<[accountId: number, exceptId: number], { readonly waiting: number }>(
  'campaign_safeguards_count_waiting',
  `select count(*)::integer as waiting
   from campaign_approval a
   join campaign c on c.account_id = a.account_id and c.id = a.campaign_id
   where a.account_id = $1 and a.state = 'waiting' and a.campaign_id <> $2 and c.deleted_at is null`,
);

/** Campaign content that is waiting for approval by the operator. */
export interface WaitingRow extends ApprovalRow {
  readonly account_name: string;
  readonly account_email: string;
  readonly kind: ContentKind;
  readonly title: string;
  readonly subject: string;
  readonly from_name: string;
  readonly from_email: string;
}

/**
 * Returns the entries that are waiting for approval after the given entry, oldest first. Uses the index
 * campaign_approval_waiting.
 */
export const waitingApprovals = statement<
  [afterAt: Date, afterAccount: number, afterCampaign: number, limit: number],
  WaitingRow
>(
  'campaign_safeguards_waiting',
  `select ${COLUMNS.split(', ')
    .map((column) => `w.${column}`)
    .join(', ')}, coalesce(a.name, a.email) as account_name, a.email as account_email,
     c.kind, c.title, c.subject, c.from_name, c.from_email
   from campaign_approval w
   join account a on a.account_id = w.account_id and a.closed_at is null
   join campaign c on c.account_id = w.account_id and c.id = w.campaign_id and c.deleted_at is null
   where w.state = 'waiting' and (w.asked_at, w.account_id, w.campaign_id) > ($1, $2, $3)
   order by w.asked_at, w.account_id, w.campaign_id limit $4`,
);

/**
 * Returns campaigns that were stopped because of their results and are waiting for the operator, ordered by stop time.
 * Uses the index guarded_campaign_stopped.
 */
export const stoppedCampaigns = statement<
  [limit: number],
  {
    readonly account_id: number;
    readonly account_name: string;
    readonly account_email: string;
    readonly campaign_id: number;
    readonly title: string;
    readonly stopped_at: Date;
    readonly stop_reason: string | null;
  }
>(
  'campaign_safeguards_stopped',
  `select g.account_id, coalesce(a.name, a.email) as account_name, a.email as account_email, g.campaign_id, c.title,
     g.stopped_at, g.stop_reason
   from guarded_campaign g
   join account a on a.account_id = g.account_id and a.closed_at is null
   join campaign c on c.account_id = g.account_id and c.id = g.campaign_id and c.deleted_at is null and c.state = 'paused'
   where g.stopped_at is not null
   order by g.stopped_at limit $1`,
);

export const operatorToNotify = statement<[], { readonly account_id: number; readonly email: string }>(
  'campaign_safeguards_operator',
  'select account_id, email from account where is_operator order by account_id limit 1',
);
