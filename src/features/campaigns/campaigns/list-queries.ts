import { statement } from '../../../base/db.ts';
import { columnsOf } from '../../../http/resource/rows.ts';
import { DESIGN_BYTES } from './limits.ts';
import { CAMPAIGN, type CampaignRow } from './resource.ts';

/** Fields of a campaign that can be large. */
export type CampaignBody = Pick<CampaignRow, 'html' | 'design' | 'plain_text'>;

/**
 * A campaign without its body, and the estimated size of the body in bytes. In `campaignsPage`, the size includes the
 * bodies of the variants of an A/B test.
 */
export interface CampaignSummary extends Omit<CampaignRow, keyof CampaignBody> {
  readonly body_bytes: number;
}

const { design: _design, html: _html, plain_text: _text, ...summaries } = CAMPAIGN.fields;
/** Columns of a campaign except the body, because the body can be several megabytes long. */
const HEAD_COLUMNS = columnsOf({ table: 'c', fields: summaries });

const bytesOf = (row: string): string =>
  `coalesce(octet_length(${row}.html), 0) + coalesce(octet_length(${row}.plain_text), 0)
   + case when ${row}.design is null then 0 else ${DESIGN_BYTES} end`;

/**
 * Returns a page of campaigns that users created, newest first. Scans the primary key backward. The lengths of TOASTed
 * values are read without reading the values themselves.
 */
export const campaignsPage = statement<[accountId: number, limit: number, offset: number], CampaignSummary>(
  'campaigns_page',
  `select ${HEAD_COLUMNS},
     (${bytesOf('c')} + case when c.test_share is null then 0 else (
       select coalesce(sum(${bytesOf('v')}), 0) from campaign_variant v
       where v.account_id = $1 and v.campaign_id = c.id) end)::float8 as body_bytes
   from campaign c where account_id = $1 and deleted_at is null and kind = 'campaign'
   order by id desc limit $2 offset $3`,
);

/** Returns campaigns of any kind by ID, except deleted campaigns. Uses the primary key. */
export const summariesOfIds = statement<[accountId: number, ids: readonly number[]], CampaignSummary>(
  'campaigns_heads',
  `select ${HEAD_COLUMNS}, (${bytesOf('c')})::float8 as body_bytes
   from campaign c where account_id = $1 and id = any($2::bigint[]) and deleted_at is null`,
);

/** Counts the campaigns that users created. Uses the primary key. */
export const countCampaigns = statement<[accountId: number], { readonly total: number }>(
  'campaigns_count',
  `select count(*) as total from campaign where account_id = $1 and deleted_at is null and kind = 'campaign'`,
);

/** Returns the bodies of campaigns. Uses the primary key. */
export const bodiesOf = statement<[accountId: number, ids: readonly number[]], CampaignBody & { readonly id: number }>(
  'campaigns_bodies',
  'select id, html, design, plain_text from campaign where account_id = $1 and id = any($2::bigint[])',
);
