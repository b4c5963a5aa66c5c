import type { ApprovalMode, SafeguardNumberName } from '../../../base/config-campaigns.ts';
import { statement } from '../../../base/db.ts';

/**
 * Overrides that the operator set for an account. For absent settings, the plan or the installation's setting applies.
 */
export type StoredOverrides = Readonly<Partial<Record<SafeguardNumberName, number>>> & {
  readonly approval?: ApprovalMode;
};

export interface SafeguardFactsRow {
  readonly is_operator: boolean;
  /** Number of campaign messages that the plan includes. Null if the plan sets no limit. */
  readonly monthly: number | null;
  readonly daily: number | null;
  readonly hourly: number | null;
  readonly overrides: StoredOverrides;
  readonly optimized_at: Date | null;
  readonly optimized_reason: string | null;
  readonly good_campaigns: number;
}

/** Returns the safeguard settings of an account and its plan. Uses the primary keys. */
export const safeguardFactsOf = statement<[accountId: number], SafeguardFactsRow>(
  'campaign_safeguards_facts',
  `select a.is_operator, p.campaign_monthly_quota as monthly, p.campaign_daily_quota as daily,
     p.campaign_hourly_quota as hourly, coalesce(g.overrides, '{}') as overrides, g.optimized_at, g.optimized_reason,
     coalesce(g.good_campaigns, 0) as good_campaigns
   from account a
   join plan p on p.name = a.plan
   left join campaign_safeguard g on g.account_id = a.account_id
   where a.account_id = $1`,
);

export const makeSafeguard = statement<[accountId: number], unknown>(
  'campaign_safeguards_make',
  'insert into campaign_safeguard (account_id) values ($1) on conflict do nothing',
);

/** Locks the safeguards of an account, so that its campaigns are admitted one after another. Uses the primary key. */
export const lockSafeguard = statement<[accountId: number], unknown>(
  'campaign_safeguards_lock',
  'select account_id from campaign_safeguard where account_id = $1 for update',
);

/** Replaces the overrides of an account. Uses the primary key. */
export const setOverrides = statement<[accountId: number, overrides: string], unknown>(
  'campaign_safeguards_set_overrides',
  'update campaign_safeguard set overrides = $2::jsonb where account_id = $1',
);

/** Starts optimized mode, or keeps the start time if the account is already in optimized mode. Uses the primary key. */
export const startOptimized = statement<[accountId: number, at: Date, reason: string], unknown>(
  'campaign_safeguards_begin_optimized',
  `update campaign_safeguard set optimized_at = coalesce(optimized_at, $2), optimized_reason = $3, good_campaigns = 0
   where account_id = $1`,
);

/** Ends optimized mode. Uses the primary key. */
export const endOptimized = statement<[accountId: number], unknown>(
  'campaign_safeguards_end_optimized',
  'update campaign_safeguard set optimized_at = null, optimized_reason = null, good_campaigns = 0 where account_id = $1',
);

/** Increments the number of campaigns with good results for an account in optimized mode. Uses the primary key. */
export const countGoodCampaign = statement<[accountId: number], { readonly good_campaigns: number }>(
  'campaign_safeguards_count_good',
  `update campaign_safeguard set good_campaigns = good_campaigns + 1
   where account_id = $1 and optimized_at is not null returning good_campaigns`,
);

/** Safeguards that require a campaign to be sent to a small first wave of contacts. */
export type WaveSafeguard = 'warm_up' | 'canary';
/** Safeguards that stop a campaign because of its results. */
export type StopSafeguard = WaveSafeguard | 'automatic_pause';

export interface GuardedRow {
  readonly account_id: number;
  readonly campaign_id: number;
  readonly domain: string;
  readonly charged_at: Date;
  readonly mails: number;
  readonly engaged_only: boolean;
  readonly wave_safeguard: WaveSafeguard | null;
  readonly wave_contacts: number | null;
  readonly wave_ends_at: Date | null;
  /** Whether the wait after the first wave is over, according to the database clock. */
  readonly is_wave_over: boolean;
  readonly wave_state: 'running' | 'passed' | 'failed' | null;
  readonly stopped_at: Date | null;
  readonly stopped_by: StopSafeguard | null;
  readonly stop_reason: string | null;
  readonly judged_sent: number;
  readonly judged_bounced: number;
  readonly judged_complained: number;
  readonly review_at: Date | null;
}

const GATING = `account_id, campaign_id, domain, charged_at, mails, engaged_only, wave_safeguard, wave_contacts, wave_ends_at,
  coalesce(wave_ends_at <= now(), false) as is_wave_over, wave_state, stopped_at, stopped_by, stop_reason, judged_sent, judged_bounced, judged_complained, review_at`;

/** Returns the safeguard entry of a campaign. Uses the primary key. */
export const guardedOf = statement<[accountId: number, campaignId: number], GuardedRow>(
  'campaign_safeguards_guarded',
  `select ${GATING} from guarded_campaign where account_id = $1 and campaign_id = $2`,
);

/** Same as `guardedOf`, but locks the row until the transaction ends. */
export const holdGating = statement<[accountId: number, campaignId: number], GuardedRow>(
  'campaign_safeguards_hold_guarded',
  `select ${GATING} from guarded_campaign where account_id = $1 and campaign_id = $2 for update`,
);

/**
 * Records that a campaign was admitted. If the campaign was admitted before, only changes the number of messages. Uses
 * the primary key.
 */
export const insertGating = statement<
  [
    accountId: number,
    campaignId: number,
    domain: string,
    at: Date,
    mails: number,
    engagedOnly: boolean,
    waveSafeguard: string | null,
    waveContacts: number | null,
    waveSeconds: number | null,
    reviewAt: Date,
  ],
  GuardedRow
>(
  'campaign_safeguards_insert_guarded',
  `insert into guarded_campaign (account_id, campaign_id, domain, charged_at, mails, engaged_only, wave_safeguard, wave_contacts,
     wave_ends_at, wave_state, review_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, seconds_after(now(), $9), case when $7::text is null then null else 'running' end, $10)
   on conflict (account_id, campaign_id) do update set mails = excluded.mails
   returning ${GATING}`,
);

/** Sets the number of messages that are charged for a campaign. Uses the primary key. */
export const setMails = statement<[accountId: number, campaignId: number, mails: number], unknown>(
  'campaign_safeguards_set_mails',
  'update guarded_campaign set mails = $3 where account_id = $1 and campaign_id = $2',
);

/** Deletes the safeguard entry of a campaign. Uses the primary key. */
export const deleteGating = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_safeguards_delete_guarded',
  'delete from guarded_campaign where account_id = $1 and campaign_id = $2',
);

/** Records whether the first wave of a campaign passed. Uses the primary key. */
export const recordFirstWave = statement<[accountId: number, campaignId: number, state: 'passed' | 'failed'], unknown>(
  'campaign_safeguards_settle_wave',
  'update guarded_campaign set wave_state = $3 where account_id = $1 and campaign_id = $2',
);

/** Records that a safeguard stopped a campaign. Uses the primary key. */
export const noteStop = statement<
  [accountId: number, campaignId: number, at: Date, by: StopSafeguard, reason: string],
  unknown
>(
  'campaign_safeguards_note_stop',
  `update guarded_campaign set stopped_at = $3, stopped_by = $4, stop_reason = $5
   where account_id = $1 and campaign_id = $2`,
);

/** Releases a stopped campaign and stores its current results, which later checks subtract. Uses the primary key. */
export const liftStop = statement<
  [accountId: number, campaignId: number, sent: number, bounced: number, complained: number],
  GuardedRow
>(
  'campaign_safeguards_lift_stop',
  `update guarded_campaign set stopped_at = null, stopped_by = null, stop_reason = null,
     wave_state = case when wave_state is null then null else 'passed' end,
     judged_sent = $3, judged_bounced = $4, judged_complained = $5
   where account_id = $1 and campaign_id = $2 and stopped_at is not null
   returning ${GATING}`,
);

/**
 * Returns another campaign of the account that is warming up its domain, and the current time of the database. Uses the
 * index guarded_campaign_warming.
 */
export const warmingUp = statement<
  [accountId: number, exceptId: number],
  {
    readonly campaign_id: number;
    readonly title: string;
    readonly wave_contacts: number;
    readonly wave_ends_at: Date;
    readonly is_wave_over: boolean;
    readonly at: Date;
  }
>(
  'campaign_safeguards_warming_up',
  `select g.campaign_id, c.title, g.wave_contacts, g.wave_ends_at, g.wave_ends_at <= now() as is_wave_over, now() as at
   from guarded_campaign g
   join campaign c on c.account_id = g.account_id and c.id = g.campaign_id
   where g.account_id = $1 and g.wave_safeguard = 'warm_up' and g.wave_state = 'running' and g.campaign_id <> $2
     and c.deleted_at is null
     and (c.state in ('preparing', 'sending') or c.state = 'paused' and g.wave_ends_at > now())
   order by g.campaign_id limit 1`,
);

/**
 * Returns whether a sender domain is warm. A domain is warm if a campaign from the domain has completed its warm-up, or
 * if campaigns from the domain have delivered enough messages. Uses the index guarded_campaign_domain, and the primary
 * key for the counters.
 */
export const isWarm = statement<
  [accountId: number, domain: string, delivered: number],
  { readonly is_warm: boolean; readonly delivered: number }
>(
  'campaign_safeguards_is_warm',
  `select coalesce(bool_or(g.wave_safeguard = 'warm_up' and g.wave_state = 'passed'), false)
       or coalesce(sum(k.delivered), 0) >= $3 as is_warm,
     coalesce(sum(k.delivered), 0)::bigint as delivered
   from guarded_campaign g
   left join lateral (
     select sum(n.sent - n.bounced) as delivered from campaign_count n
     where n.account_id = g.account_id and n.campaign_id = g.campaign_id
   ) k on true
   where g.account_id = $1 and g.domain = $2`,
);

/**
 * Returns the number of messages that were charged for the account's campaigns since a given time, except for one
 * campaign. Uses the index guarded_campaign_charged.
 */
export const chargedSince = statement<[accountId: number, exceptId: number, since: Date], { readonly mails: number }>(
  'campaign_safeguards_charged_since',
  `select coalesce(sum(mails), 0)::bigint as mails from guarded_campaign
   where account_id = $1 and charged_at >= $3 and campaign_id <> $2`,
);

/** Same as `chargedSince`, but returns a number for each minute, oldest first. Returns at most 1,440 rows per day. */
export const chargesSince = statement<
  [accountId: number, exceptId: number, since: Date],
  { readonly at: Date; readonly mails: number }
>(
  'campaign_safeguards_charges_since',
  `select max(charged_at) as at, sum(mails)::bigint as mails from guarded_campaign
   where account_id = $1 and charged_at >= $3 and campaign_id <> $2
   group by date_trunc('minute', charged_at) order by 1`,
);

export interface SafeguardCounts {
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  /** Number of contacts who opened the campaign, not counting bots. */
  readonly openers: number;
}

/** Sums the results of all variants. Uses the primary key. */
export const countsOfCampaign = statement<[accountId: number, campaignId: number], SafeguardCounts>(
  'campaign_safeguards_counts',
  `select coalesce(sum(sent), 0)::bigint as sent, coalesce(sum(bounced), 0)::bigint as bounced,
     coalesce(sum(complained), 0)::bigint as complained, coalesce(sum(openers), 0)::bigint as openers
   from campaign_count where account_id = $1 and campaign_id = $2`,
);

/** Returns campaigns whose review for optimized mode is due. Uses the index guarded_campaign_review. */
export const dueReviews = statement<
  [now: Date, limit: number],
  { readonly account_id: number; readonly campaign_id: number }
>(
  'campaign_safeguards_due_reviews',
  'select account_id, campaign_id from guarded_campaign where review_at <= $1 order by review_at limit $2',
);

/** Sets the time of the next review, or null for no review. Uses the primary key. */
export const setReview = statement<[accountId: number, campaignId: number, at: Date | null], unknown>(
  'campaign_safeguards_set_review',
  'update guarded_campaign set review_at = $3 where account_id = $1 and campaign_id = $2',
);

/** Returns the safeguard entries of campaigns. Uses the primary key. */
export const guardedCampaignsOf = statement<[accountId: number, campaignIds: readonly number[]], GuardedRow>(
  'campaign_safeguards_guarded_campaigns',
  `select ${GATING} from guarded_campaign where account_id = $1 and campaign_id = any ($2::bigint[])`,
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignWithNumber = statement<[id: number], { readonly id: number }>(
  'campaign_safeguards_with_number',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);
