import { recordStatement, statement } from '../../../base/db.ts';
import { columnsOf, insertOf, updateOf } from '../../../http/resource/rows.ts';
import { CAMPAIGN, type CampaignRow, type ResendAudience } from './resource.ts';

const COLUMNS = columnsOf(CAMPAIGN);

export const insertDraft = insertOf(CAMPAIGN, 'campaigns_insert');
/** Updates a campaign that the caller has locked. */
export const updateDraft = updateOf(CAMPAIGN, 'campaigns_update');

/**
 * Marks a campaign as a clone, and stores which recipients of the original campaign receive the clone. The caller must
 * have created the clone in the same transaction. Uses the primary key.
 */
export const setResend = statement<[accountId: number, id: number, of: number, audience: ResendAudience], CampaignRow>(
  'campaigns_set_resend',
  `update campaign set resend_of = $3, resend_audience = $4 where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Sets or removes the topic of a draft or a scheduled campaign. Uses the primary key. */
export const updateTopic = statement<[accountId: number, id: number, topicId: number | null], unknown>(
  'campaigns_update_topic',
  `update campaign set topic_id = $3, updated_at = now()
   where account_id = $1 and id = $2 and state in ('draft', 'scheduled')`,
);

/**
 * Schedules a campaign for the given time, or for now if no time is given. The caller must have locked the campaign.
 * Uses the primary key.
 */
export const setScheduled = statement<[accountId: number, id: number, at: Date | null, timezone: string], CampaignRow>(
  'campaigns_set_scheduled',
  `update campaign set state = 'scheduled', scheduled_at = coalesce($3::timestamptz, clock.at),
     next_at = coalesce($3::timestamptz, clock.at), timezone = $4, fault = null, updated_at = clock.at
   from (select now()) as clock (at)
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Turns a scheduled campaign back into a draft. The caller must have locked the campaign. Uses the primary key. */
export const setUnscheduled = statement<[accountId: number, id: number, timezone: string | null], CampaignRow>(
  'campaigns_set_unscheduled',
  `update campaign set state = 'draft', scheduled_at = null, next_at = null, timezone = $3, updated_at = now()
   where account_id = $1 and id = $2 returning ${COLUMNS}`,
);

/** Returns a campaign that is not deleted. Uses the primary key. */
export const campaignById = statement<[accountId: number, id: number], CampaignRow>(
  'campaigns_find',
  `select ${COLUMNS} from campaign where account_id = $1 and id = $2 and deleted_at is null`,
);

/** Same as `campaignById`, but locks the campaign until the transaction ends. */
export const lockCampaignRow = statement<[accountId: number, id: number], CampaignRow>(
  'campaigns_hold',
  `select ${COLUMNS} from campaign where account_id = $1 and id = $2 and deleted_at is null for update`,
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'campaigns_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

/** Soft-deletes a campaign. The caller must have locked the campaign. Uses the primary key. */
export const markDeleted = statement<[accountId: number, id: number], unknown>(
  'campaigns_mark_deleted',
  'update campaign set deleted_at = now(), updated_at = now() where account_id = $1 and id = $2',
);

/** Soft-deletes several campaigns. Uses the primary key. */
export const markAllDeleted = statement<[accountId: number, ids: readonly number[]], unknown>(
  'campaigns_mark_all_deleted',
  `update campaign set deleted_at = now(), updated_at = now()
   where account_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
);

/** Content of a variant of a campaign. Null fields are taken from the campaign. */
export interface CampaignVariantRow {
  readonly campaign_id: number;
  /** Number of the variant, starting at 1. */
  readonly variant: number;
  /** The language whose readers get the variant. Null if the variant is part of an A/B test. */
  readonly language: string | null;
  readonly subject: string | null;
  readonly preview_text: string | null;
  readonly html: string | null;
  readonly design: object | null;
  readonly plain_text: string | null;
}

/** Returns the variants of campaigns, ordered by campaign and number. Uses the primary key. */
export const variantsOfCampaigns = statement<[accountId: number, campaignIds: readonly number[]], CampaignVariantRow>(
  'campaigns_variants',
  `select campaign_id, variant, language, subject, preview_text, html, design, plain_text from campaign_variant
   where account_id = $1 and campaign_id = any($2::bigint[]) order by campaign_id, variant`,
);

/** Deletes the variants of a campaign. The caller must have locked the campaign. Uses the primary key. */
export const deleteVariants = statement<[accountId: number, campaignId: number], unknown>(
  'campaigns_delete_variants',
  'delete from campaign_variant where account_id = $1 and campaign_id = $2',
);

/** Inserts a variant. The caller must have locked the campaign. */
export const insertVariant = recordStatement<CampaignVariantRow & { readonly account_id: number }, unknown>(
  'campaigns_insert_variant',
  `insert into campaign_variant (account_id, campaign_id, variant, language, subject, preview_text, html, design,
     plain_text)
   values ($account_id, $campaign_id, $variant, $language, $subject, $preview_text, $html, $design::jsonb, $plain_text)`,
);

export interface DraftDesignsRow {
  readonly id: number;
  readonly design: object | null;
  /** Variants that have a design of their own. */
  readonly variants: readonly { readonly variant: number; readonly design: object }[];
}

/**
 * Returns drafts that have a design or a variant with a design, newest first, starting with the ID `from`. Uses the
 * primary keys.
 */
export const draftDesigns = statement<[accountId: number, from: number, limit: number], DraftDesignsRow>(
  'campaigns_draft_designs',
  `select c.id, c.design, coalesce(v.variants, '[]') as variants
   from campaign c
   left join lateral (
     select jsonb_agg(jsonb_build_object('variant', v.variant, 'design', v.design)) as variants
     from campaign_variant v where v.account_id = $1 and v.campaign_id = c.id and v.design is not null
   ) v on true
   where c.account_id = $1 and c.id <= $2 and c.kind = 'campaign' and c.state = 'draft' and c.deleted_at is null
     and (c.design is not null or v.variants is not null)
   order by c.id desc limit $3`,
);

/**
 * Replaces the design of a draft, or keeps it if the given design is null. The caller must have locked the draft. Uses
 * the primary key.
 */
export const setDraftDesign = statement<[accountId: number, id: number, design: string | null], unknown>(
  'campaigns_set_design',
  'update campaign set design = coalesce($3::jsonb, design), updated_at = now() where account_id = $1 and id = $2',
);

/** Replaces the design of a variant. The caller must have locked the draft. Uses the primary key. */
export const setVariantDesign = statement<
  [accountId: number, campaignId: number, variant: number, design: string],
  unknown
>(
  'campaigns_set_variant_design',
  'update campaign_variant set design = $4::jsonb where account_id = $1 and campaign_id = $2 and variant = $3',
);
