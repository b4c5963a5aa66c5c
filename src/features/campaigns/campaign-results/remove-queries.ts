import { statement } from '../../../base/db.ts';

/**
 * Returns campaigns that were deleted more than `days` days ago. Leaves out automation emails that were sent, because
 * recipients still use the links in them. Scans the whole table.
 */
export const longDeleted = statement<
  [days: number, limit: number],
  { readonly account_id: number; readonly campaign_id: number }
>(
  'campaign_results_long_deleted',
  `select c.account_id, c.id as campaign_id from campaign c
   where c.deleted_at < now() - make_interval(days => $1) and (c.kind <> 'automation' or not exists (
     select from campaign_count s where s.account_id = c.account_id and s.campaign_id = c.id and s.sent > 0
   ))
   order by c.deleted_at limit $2`,
);

type Piece = [accountId: number, campaignId: number, limit: number];
type Gone = { readonly gone: number };

/** Deletes up to `limit` rows with opens and clicks of a campaign. Uses the primary key. */
export const removeSomeVisits = statement<Piece, Gone>(
  'campaign_results_remove_some_visits',
  `with gone as (
     delete from campaign_visit v using (
       select contact_id, link_no, visitor from campaign_visit where account_id = $1 and campaign_id = $2 limit $3
     ) s
     where v.account_id = $1 and v.campaign_id = $2 and v.contact_id = s.contact_id and v.link_no = s.link_no
       and v.visitor = s.visitor
     returning 1
   ) select count(*)::integer as gone from gone`,
);

/** Deletes up to `limit` sent messages of a campaign. Uses the primary key. */
export const removeSomeDeliverables = statement<Piece, Gone>(
  'campaign_results_remove_some_deliverables',
  `with gone as (
     delete from deliverable d using (
       select contact_id from deliverable where account_id = $1 and campaign_id = $2 limit $3
     ) s
     where d.account_id = $1 and d.campaign_id = $2 and d.contact_id = s.contact_id
     returning 1
   ) select count(*)::integer as gone from gone`,
);

/** Deletes a campaign and its remaining data. Uses the primary keys. */
export const removeCampaign = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_results_remove_campaign',
  `with bounces as (
     delete from campaign_bounce where account_id = $1 and campaign_id = $2
   ), early as (
     delete from campaign_early_visit where account_id = $1 and campaign_id = $2
   ), changed as (
     delete from campaign_changed where account_id = $1 and campaign_id = $2
   ), counts as (
     delete from campaign_count where account_id = $1 and campaign_id = $2
   ), hours as (
     delete from campaign_hour where account_id = $1 and campaign_id = $2
   ), links as (
     delete from campaign_link where account_id = $1 and campaign_id = $2
   ), waves as (
     delete from campaign_wave where account_id = $1 and campaign_id = $2
   ), variants as (
     delete from campaign_variant where account_id = $1 and campaign_id = $2
   )
   delete from campaign where account_id = $1 and id = $2 and deleted_at is not null`,
);
