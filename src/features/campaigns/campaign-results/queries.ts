import { statement } from '../../../base/db.ts';

export interface CampaignCountRow {
  readonly variant: number;
  /** Number of messages that were sent, including those that bounced. */
  readonly sent: number;
  readonly bounced: number;
  readonly complained: number;
  readonly unsubscribed: number;
  /** Number of contacts who opened or clicked. The `raw_` numbers include bots. */
  readonly openers: number;
  readonly clickers: number;
  readonly raw_openers: number;
  readonly raw_clickers: number;
  /** Total number of opens and clicks. The `raw_` numbers include bots. */
  readonly opens: number;
  readonly clicks: number;
  readonly raw_opens: number;
  readonly raw_clicks: number;
}

/** Returns the counters of a campaign by variant. Uses the primary key. */
export const countsOfCampaign = statement<[accountId: number, campaignId: number], CampaignCountRow>(
  'campaign_results_counts',
  `select variant, sent, bounced, complained, unsubscribed, openers, clickers, raw_openers, raw_clickers, opens, clicks,
     raw_opens, raw_clicks
   from campaign_count where account_id = $1 and campaign_id = $2 order by variant`,
);

/** Returns a row if any account has a campaign with this ID. Uses the index campaign_by_id. */
export const campaignAnywhere = statement<[id: number], { readonly id: number }>(
  'campaign_results_anywhere',
  'select id from campaign where id = $1 and deleted_at is null limit 1',
);

/** Returns the given IDs that belong to campaigns of the account. Uses the primary key. */
export const campaignsAmong = statement<[accountId: number, ids: readonly number[]], { readonly id: number }>(
  'campaign_results_among',
  'select id from campaign where account_id = $1 and id = any($2::bigint[]) and deleted_at is null',
);

/** Returns the links of a campaign. Uses the primary key. */
export const linksOfCampaign = statement<
  [accountId: number, campaignId: number],
  { readonly link_no: number; readonly url: string }
>(
  'campaign_results_links',
  'select link_no, url from campaign_link where account_id = $1 and campaign_id = $2 order by link_no',
);

/** Returns the most clicked URLs. A URL with several link numbers counts as one. Uses the primary key. */
export const mostClicked = statement<
  [accountId: number, campaignId: number, trap: string, limit: number],
  { readonly url: string; readonly clicks: number; readonly raw_clicks: number }
>(
  'campaign_results_most_clicked',
  `select url, sum(clicks)::bigint as clicks, sum(clicks + machine_clicks)::bigint as raw_clicks from campaign_link
   where account_id = $1 and campaign_id = $2 and url <> $3
   group by url order by sum(clicks) desc, min(link_no) limit $4`,
);

/**
 * Returns the send times of those given messages whose outcome is stored. `position` is the position in the input
 * arrays, starting at 1. Uses the primary key.
 */
export const handedOver = statement<
  [accountId: number, campaignIds: readonly number[], contactIds: readonly number[]],
  { readonly position: number; readonly sent_at: Date }
>(
  'campaign_results_handed_over',
  `select g.position::integer as position, d.sent_at
   from unnest($2::bigint[], $3::bigint[]) with ordinality as g (campaign_id, contact_id, position)
   join deliverable d on d.account_id = $1 and d.campaign_id = g.campaign_id and d.contact_id = g.contact_id`,
);

type Walk = [accountId: number, campaignId: number, afterId: number, limit: number];

/**
 * Returns a statement that lists the recipients of a campaign after a given contact ID, in ascending order, filtered by
 * engagement. Uses only the primary key.
 */
function engagedIds(name: string, what: string) {
  return statement<Walk, { readonly contact_id: number }>(
    `campaign_results_ids_${name}`,
    `select contact_id from deliverable
     where account_id = $1 and campaign_id = $2 and contact_id > greatest($3::bigint, 0) and ${what}
     order by contact_id limit $4`,
  );
}

export const openerIds = engagedIds('openers', 'opened_at is not null');
export const nonOpenerIds = engagedIds('non_openers', 'opened_at is null');
export const clickerIds = engagedIds('clickers', 'clicked_at is not null');
