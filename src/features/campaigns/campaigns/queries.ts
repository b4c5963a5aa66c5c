import { statement } from '../../../base/db.ts';

/** Where a campaign is between its first draft and its last mail. */
export type CampaignState = 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'sent' | 'cancelled';
/** A campaign proper, the mail that asks to confirm, or one of an automation. */
export type CampaignKind = 'campaign' | 'confirmation' | 'automation';

/** Whom of those another campaign was sent to a clone is for. */
export type ResendAudience = 'non_openers' | 'openers' | 'clickers';

/** Who gets it. */
export interface AudienceColumns {
  readonly list_ids: readonly number[];
  readonly tag_ids: readonly number[];
  readonly segment_ids: readonly number[];
  readonly excluded_list_ids: readonly number[];
  readonly excluded_tag_ids: readonly number[];
  readonly excluded_segment_ids: readonly number[];
}

export interface CampaignRow extends AudienceColumns {
  readonly id: number;
  readonly kind: CampaignKind;
  readonly title: string;
  readonly subject: string;
  readonly preview_text: string | null;
  /** One of the two, or neither where there is a text alone. */
  readonly html: string | null;
  readonly design: object | null;
  readonly plain_text: string | null;
  readonly inlines_css: boolean;
  readonly from_name: string;
  readonly from_email: string;
  readonly reply_to: string | null;
  readonly engaged_only: boolean;
  readonly resend_of: number | null;
  readonly resend_audience: ResendAudience | null;
  readonly tracks_opens: boolean;
  readonly tracks_clicks: boolean;
  readonly spread_hours: number;
  readonly test_share: number | null;
  readonly test_rule: 'opens' | 'clicks' | null;
  readonly test_hours: number | null;
  readonly winner: number | null;
  readonly state: CampaignState;
  readonly scheduled_at: Date | null;
  readonly timezone: string | null;
  readonly started_at: Date | null;
  readonly sent_at: Date | null;
  readonly pause_reason: string | null;
  readonly recipients: number;
  readonly fault: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a campaign is without its body, which may be of megabytes. */
export const HEAD_COLUMNS = `id, kind, title, subject, preview_text, inlines_css, from_name, from_email, reply_to,
  list_ids, tag_ids, segment_ids, excluded_list_ids, excluded_tag_ids, excluded_segment_ids, engaged_only, resend_of,
  resend_audience, tracks_opens, tracks_clicks, spread_hours, test_share, test_rule, test_hours, winner, state, scheduled_at,
  timezone, started_at, sent_at, pause_reason, recipients, fault, created_at, updated_at`;
const COLUMNS = `${HEAD_COLUMNS}, html, design, plain_text`;

/** What is written of a draft. */
export type DraftColumns = [
  title: string,
  subject: string,
  previewText: string | null,
  html: string | null,
  /** JSON. */
  design: string | null,
  plainText: string | null,
  inlinesCss: boolean,
  fromName: string,
  fromEmail: string,
  replyTo: string | null,
  listIds: readonly number[],
  tagIds: readonly number[],
  segmentIds: readonly number[],
  excludedListIds: readonly number[],
  excludedTagIds: readonly number[],
  excludedSegmentIds: readonly number[],
  engagedOnly: boolean,
  tracksOpens: boolean,
  tracksClicks: boolean,
  spreadHours: number,
  testShare: number | null,
  testRule: 'opens' | 'clicks' | null,
  testHours: number | null,
  timezone: string | null,
];

export const insertDraft = statement<[accountId: number, kind: CampaignKind, ...DraftColumns], CampaignRow>(
  'campaigns_insert',
  `insert into campaign (account_id, kind, title, subject, preview_text, html, design, plain_text, inlines_css, from_name,
     from_email, reply_to, list_ids, tag_ids, segment_ids, excluded_list_ids, excluded_tag_ids, excluded_segment_ids,
     engaged_only, tracks_opens, tracks_clicks, spread_hours, test_share, test_rule, test_hours, timezone)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13::bigint[], $14::bigint[], $15::bigint[],
     $16::bigint[], $17::bigint[], $18::bigint[], $19, $20, $21, $22, $23, $24, $25, $26)
   returning ${COLUMNS}`,
);

/** Changes a campaign; the caller holds it. Primary key. */
export const updateDraft = statement<[accountId: number, id: number, ...DraftColumns], CampaignRow>(
  'campaigns_update',
  `update campaign set title = $3, subject = $4, preview_text = $5, html = $6, design = $7::jsonb, plain_text = $8,
     inlines_css = $9, from_name = $10, from_email = $11, reply_to = $12, list_ids = $13::bigint[],
     tag_ids = $14::bigint[], segment_ids = $15::bigint[], excluded_list_ids = $16::bigint[],
     excluded_tag_ids = $17::bigint[], excluded_segment_ids = $18::bigint[], engaged_only = $19, tracks_opens = $20,
     tracks_clicks = $21, spread_hours = $22, test_share = $23, test_rule = $24, test_hours = $25, timezone = $26,
     fault = null, updated_at = now()
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Says for whom of those that another was sent to a clone is; the caller made it in this transaction. Primary key. */
export const setResend = statement<[accountId: number, id: number, of: number, audience: ResendAudience], CampaignRow>(
  'campaigns_set_resend',
  `update campaign set resend_of = $3, resend_audience = $4 where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Schedules a campaign, for now where no time is given; the caller holds it. Primary key. */
export const setScheduled = statement<[accountId: number, id: number, at: Date | null, timezone: string], CampaignRow>(
  'campaigns_set_scheduled',
  `update campaign set state = 'scheduled', scheduled_at = coalesce($3::timestamptz, clock.at),
     next_at = coalesce($3::timestamptz, clock.at), timezone = $4, fault = null, updated_at = clock.at
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Makes a draft of a campaign that is scheduled; the caller holds it. Primary key. */
export const setUnscheduled = statement<[accountId: number, id: number, timezone: string | null], CampaignRow>(
  'campaigns_set_unscheduled',
  `update campaign set state = 'draft', scheduled_at = null, next_at = null, timezone = $3, updated_at = now()
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Primary key. */
export const campaignById = statement<[accountId: number, id: number], CampaignRow>(
  'campaigns_find',
  `select ${COLUMNS} from campaign where account_id = $1 and id = $2 and deleted_at is null`,
);

/** The same, held until the transaction ends. */
export const holdCampaign = statement<[accountId: number, id: number], CampaignRow>(
  'campaigns_hold',
  `select ${COLUMNS} from campaign where account_id = $1 and id = $2 and deleted_at is null for update`,
);

/** Whether any account has a campaign of that number; index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'campaigns_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

/** The caller holds it. Primary key. */
export const markDeleted = statement<[accountId: number, id: number], unknown>(
  'campaigns_mark_deleted',
  'update campaign set deleted_at = now(), updated_at = now() where account_id = $1 and id = $2',
);

/** The same of several; primary key. */
export const markAllDeleted = statement<[accountId: number, ids: readonly number[]], unknown>(
  'campaigns_mark_all_deleted',
  `update campaign set deleted_at = now(), updated_at = now()
   where account_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
);

/** Another content of a campaign; what is null is as in the campaign. */
export interface CampaignVariantRow {
  readonly campaign_id: number;
  /** From 1. */
  readonly variant: number;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: object | null;
  readonly plain_text: string | null;
}

/** Variants of campaigns, by campaign and number; primary key. */
export const variantsOfCampaigns = statement<[accountId: number, campaignIds: readonly number[]], CampaignVariantRow>(
  'campaigns_variants',
  `select campaign_id, variant, subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = any($2::bigint[]) order by campaign_id, variant`,
);

/** The caller holds the campaign. Primary key. */
export const deleteVariants = statement<[accountId: number, campaignId: number], unknown>(
  'campaigns_delete_variants',
  'delete from campaign_variant where account_id = $1 and campaign_id = $2',
);

/** The caller holds the campaign. */
export const insertVariant = statement<
  [
    accountId: number,
    campaignId: number,
    variant: number,
    subject: string | null,
    previewText: string | null,
    html: string | null,
    design: string | null,
    plainText: string | null,
  ],
  unknown
>(
  'campaigns_insert_variant',
  `insert into campaign_variant (account_id, campaign_id, variant, subject, preview_text, html, design, plain_text)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`,
);
