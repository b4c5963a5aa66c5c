import { statement } from '../../../base/db.ts';
import type { CampaignCountRow } from './queries.ts';

export interface ChangedRow {
  readonly account_id: number;
  readonly campaign_id: number;
}

/**
 * Starts verifying campaigns whose counters first changed at least `minutes` minutes ago. A later change marks the
 * campaign for verification again. Scans the table of changed campaigns, which has few rows.
 */
export const startProofs = statement<[minutes: number, limit: number], ChangedRow>(
  'campaign_results_begin_proofs',
  'select account_id, campaign_id from begin_campaign_proofs($1, $2)',
);

/** Ends a verification. Does nothing if a counter has changed since the verification started. Uses the primary key. */
export const endProof = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_results_end_proof',
  'delete from campaign_changed where account_id = $1 and campaign_id = $2 and is_proving',
);

/** Defers a failed verification. Uses the primary key. */
export const deferProof = statement<[accountId: number, campaignId: number], unknown>(
  'campaign_results_defer_proof',
  'update campaign_changed set changed_at = now(), is_proving = false where account_id = $1 and campaign_id = $2',
);

const NAMES = [
  'sent',
  'bounced',
  'complained',
  'unsubscribed',
  'openers',
  'clickers',
  'raw_openers',
  'raw_clickers',
  'opens',
  'clicks',
  'raw_opens',
  'raw_clicks',
] as const;

/**
 * Returns the actual numbers minus the counters for each variant for which they differ. All numbers come from the same
 * snapshot, so concurrent changes do not matter. Reads the messages, opens, and clicks of the campaign once.
 */
export const differencesOf = statement<[accountId: number, campaignId: number], CampaignCountRow>(
  'campaign_results_differences',
  `with mail as (
     select variant, count(*) as sent, count(bounced_at) as bounced, count(spam_at) as complained,
       count(unsubscribed_at) as unsubscribed, count(opened_at) as openers, count(clicked_at) as clickers,
       count(raw_opened_at) as raw_openers, count(raw_clicked_at) as raw_clickers
     from deliverable where account_id = $1 and campaign_id = $2 group by variant
   ), seen as (
     select d.variant, sum(v.visits) filter (where v.link_no = 0 and v.visitor < 3)::bigint as opens,
       sum(v.visits) filter (where v.link_no > 0 and v.visitor < 3)::bigint as clicks,
       sum(v.visits) filter (where v.link_no = 0)::bigint as raw_opens,
       sum(v.visits) filter (where v.link_no > 0)::bigint as raw_clicks
     from campaign_visit v
     join deliverable d on d.account_id = $1 and d.campaign_id = $2 and d.contact_id = v.contact_id
     where v.account_id = $1 and v.campaign_id = $2 group by d.variant
   ), counted as (
     select * from campaign_count where account_id = $1 and campaign_id = $2
   ), difference as (
     select variant, ${NAMES.map((name) => {
       const side = ['opens', 'clicks', 'raw_opens', 'raw_clicks'].includes(name) ? 'seen' : 'mail';
       return `coalesce(${side}.${name}, 0) - coalesce(counted.${name}, 0) as ${name}`;
     }).join(', ')}
     from mail full join seen using (variant) full join counted using (variant)
   )
   select * from difference where ${NAMES.map((name) => `${name} <> 0`).join(' or ')} order by variant`,
);

/** Adds the differences to the counters. Uses the primary key. */
export const correctCounts = statement<[accountId: number, campaignId: number, differences: string], unknown>(
  'campaign_results_correct',
  `insert into campaign_count as c (account_id, campaign_id, variant, ${NAMES.join(', ')})
   select $1::bigint, $2::bigint, g.variant, ${NAMES.map((name) => `g.${name}`).join(', ')}
   from jsonb_to_recordset($3::jsonb) as g (variant smallint, ${NAMES.map((name) => `${name} bigint`).join(', ')})
   order by g.variant
   on conflict (account_id, campaign_id, variant) do update set
     ${NAMES.map((name) => `${name} = c.${name} + excluded.${name}`).join(', ')}`,
);

export interface LinkDifference {
  readonly link_no: number;
  readonly clicks: number;
  readonly clickers: number;
  readonly machine_clicks: number;
}

/** Same as `differencesOf`, but for the counters of the links of a campaign. */
export const linkDifferencesOf = statement<[accountId: number, campaignId: number], LinkDifference>(
  'campaign_results_link_differences',
  `with seen as (
     select link_no, sum(visits) filter (where visitor < 3)::bigint as clicks,
       count(*) filter (where visitor = 1) as clickers, sum(visits) filter (where visitor = 3)::bigint as machine_clicks
     from campaign_visit where account_id = $1 and campaign_id = $2 and link_no > 0 group by link_no
   ), difference as (
     select l.link_no, coalesce(s.clicks, 0) - l.clicks as clicks, coalesce(s.clickers, 0) - l.clickers as clickers,
       coalesce(s.machine_clicks, 0) - l.machine_clicks as machine_clicks
     from campaign_link l left join seen s using (link_no)
     where l.account_id = $1 and l.campaign_id = $2
   )
   select * from difference where clicks <> 0 or clickers <> 0 or machine_clicks <> 0 order by link_no`,
);

/**
 * Returns the numbers of opens and clicks of a campaign minus the sums of its hourly counters, from the same snapshot.
 * Returns no row if there is no difference. Opens and clicks are stored as totals, so individual hours cannot be
 * verified.
 */
export const hourDifferenceOf = statement<
  [accountId: number, campaignId: number],
  { readonly opens: number; readonly clicks: number }
>(
  'campaign_results_hour_difference',
  `with seen as (
     select coalesce(sum(visits) filter (where link_no = 0), 0)::bigint as opens,
       coalesce(sum(visits) filter (where link_no > 0), 0)::bigint as clicks
     from campaign_visit where account_id = $1 and campaign_id = $2 and visitor < 3
   ), counted as (
     select coalesce(sum(opens), 0)::bigint as opens, coalesce(sum(clicks), 0)::bigint as clicks
     from campaign_hour where account_id = $1 and campaign_id = $2
   )
   select seen.opens - counted.opens as opens, seen.clicks - counted.clicks as clicks from seen, counted
   where seen.opens <> counted.opens or seen.clicks <> counted.clicks`,
);

/** Adds the differences to the counters of links. Uses the primary key. */
export const correctLinks = statement<[accountId: number, campaignId: number, differences: string], unknown>(
  'campaign_results_correct_links',
  `update campaign_link l set clicks = l.clicks + g.clicks, clickers = l.clickers + g.clickers,
     machine_clicks = l.machine_clicks + g.machine_clicks
   from jsonb_to_recordset($3::jsonb) as g (link_no integer, clicks bigint, clickers bigint, machine_clicks bigint)
   where l.account_id = $1 and l.campaign_id = $2 and l.link_no = g.link_no`,
);

/**
 * Updates the average rates of the lists that a campaign was sent to. The average rate of a list is the mean over the
 * most recent campaigns that were sent to the list. Scans the campaigns of the account, newest first, and uses the
 * primary key of the counters.
 */
export const refreshAverages = statement<[accountId: number, campaignId: number, campaigns: number], unknown>(
  'campaign_results_refresh_averages',
  `update contact_list l set average_open_percent = a.opened, average_click_percent = a.clicked
   from (
     select g.id, round(avg(recent.opened), 2) as opened, round(avg(recent.clicked), 2) as clicked
     from campaign of cross join lateral unnest(of.list_ids) as g (id)
     cross join lateral (
       select n.openers * 100.0 / n.sent as opened, n.clickers * 100.0 / n.sent as clicked
       from campaign c
       cross join lateral (
         select sum(sent) as sent, sum(openers) as openers, sum(clickers) as clickers
         from campaign_count where account_id = $1 and campaign_id = c.id
       ) n
       where c.account_id = $1 and c.kind = 'campaign' and c.deleted_at is null and g.id = any(c.list_ids) and n.sent > 0
       order by c.id desc limit $3
     ) recent
     where of.account_id = $1 and of.id = $2 and of.kind = 'campaign'
     group by g.id
   ) a
   where l.account_id = $1 and l.id = a.id
     and (l.average_open_percent <> a.opened or l.average_click_percent <> a.clicked)`,
);
