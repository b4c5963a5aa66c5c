import { recordStatement, statement } from '../../../base/db.ts';
import { columnsOf, insertOf, updateOf } from '../../../http/resource/rows.ts';
import { CAMPAIGN, type CampaignRow, type ResendAudience } from './resource.ts';

const COLUMNS = columnsOf(CAMPAIGN);

/** Writes a draft; the caller holds what it changes. */
export const insertDraft = insertOf(CAMPAIGN, 'campaigns_insert');
export const updateDraft = updateOf(CAMPAIGN, 'campaigns_update');

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
export const insertVariant = recordStatement<CampaignVariantRow & { readonly account_id: number }, unknown>(
  'campaigns_insert_variant',
  `insert into campaign_variant (account_id, campaign_id, variant, subject, preview_text, html, design, plain_text)
   values ($account_id, $campaign_id, $variant, $subject, $preview_text, $html, $design::jsonb, $plain_text)`,
);
