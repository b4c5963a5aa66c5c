import { statement } from '../../../base/db.ts';
import { CHANGED } from '../campaign-outcomes/index.ts';

export interface DeliverableRow {
  readonly campaign_id: number;
  readonly contact_id: number;
  readonly variant: number;
  readonly sent_at: Date;
  readonly opened_at: Date | null;
  readonly clicked_at: Date | null;
  readonly raw_opened_at: Date | null;
  readonly raw_clicked_at: Date | null;
  readonly machine_at: Date | null;
}

type Recipients = [accountId: number, campaignIds: readonly number[], contactIds: readonly number[]];

/**
 * Locks the messages whose opens and clicks are counted, always in the same order, so that no other transaction counts
 * opens and clicks of these messages at the same time. Uses the primary key.
 */
export const holdDeliverables = statement<Recipients, DeliverableRow>(
  'campaign_results_hold',
  `select d.campaign_id, d.contact_id, d.variant, d.sent_at, d.opened_at, d.clicked_at, d.raw_opened_at, d.raw_clicked_at,
     d.machine_at
   from unnest($2::bigint[], $3::bigint[]) as g (campaign_id, contact_id)
   join deliverable d on d.account_id = $1 and d.campaign_id = g.campaign_id and d.contact_id = g.contact_id
   order by d.campaign_id, d.contact_id for no key update of d`,
);

export interface VisitRow {
  readonly campaign_id: number;
  readonly contact_id: number;
  readonly link_no: number;
  readonly visitor: number;
  readonly device: number;
  readonly visits: number;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly recent: number;
  readonly recent_from: Date | null;
  readonly before_at: Date | null;
}

/**
 * Returns the stored opens and clicks of recipients, by people and by proxies that act for them. Uses the primary key.
 */
export const judgedVisits = statement<Recipients, VisitRow>(
  'campaign_results_judged_visits',
  `select v.campaign_id, v.contact_id, v.link_no, v.visitor, v.device, v.visits, v.first_at, v.last_at, v.recent,
     v.recent_from, v.before_at
   from unnest($2::bigint[], $3::bigint[]) as g (campaign_id, contact_id)
   join campaign_visit v on v.account_id = $1 and v.campaign_id = g.campaign_id and v.contact_id = g.contact_id
     and v.visitor < 3`,
);

/** Returns the honeypot links of campaigns. Uses the primary key. */
export const trapsOf = statement<
  [accountId: number, campaignIds: readonly number[], trap: string],
  { readonly campaign_id: number; readonly link_no: number }
>(
  'campaign_results_traps',
  'select campaign_id, link_no from campaign_link where account_id = $1 and campaign_id = any($2::bigint[]) and url = $3',
);

/**
 * Writes opens and clicks. Those by people replace the stored row, and those by proxies and bots are added to the
 * stored row. The caller must have locked the recipients. Uses the primary key.
 */
export const writeVisits = statement<
  [
    ...Recipients,
    links: readonly number[],
    visitors: readonly number[],
    devices: readonly number[],
    visits: readonly number[],
    firstAt: readonly Date[],
    lastAt: readonly Date[],
    recent: readonly number[],
    recentFrom: readonly (Date | null)[],
    beforeAt: readonly (Date | null)[],
  ],
  unknown
>(
  'campaign_results_write_visits',
  `insert into campaign_visit as v (account_id, campaign_id, contact_id, link_no, visitor, device, visits, first_at, last_at,
     recent, recent_from, before_at)
   select $1::bigint, g.* from unnest($2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::smallint[],
     $7::integer[], $8::timestamptz[], $9::timestamptz[], $10::integer[], $11::timestamptz[], $12::timestamptz[]) as g
   on conflict (account_id, campaign_id, contact_id, link_no, visitor) do update set
     device = case when v.visitor = 1 then excluded.device else greatest(v.device, excluded.device) end,
     visits = case when v.visitor = 1 then excluded.visits else v.visits + excluded.visits end,
     first_at = case when v.visitor = 1 then excluded.first_at else least(v.first_at, excluded.first_at) end,
     last_at = case when v.visitor = 1 then excluded.last_at else greatest(v.last_at, excluded.last_at) end,
     recent = excluded.recent, recent_from = excluded.recent_from, before_at = excluded.before_at`,
);

/**
 * Deletes the rows that count opens or clicks by people for the given recipients and links. Used if all events in a row
 * turned out to be from a bot. Uses the primary key.
 */
export const removeVisits = statement<[...Recipients, links: readonly number[]], unknown>(
  'campaign_results_remove_visits',
  `delete from campaign_visit v using unnest($2::bigint[], $3::bigint[], $4::integer[]) as g (campaign_id, contact_id, link_no)
   where v.account_id = $1 and v.campaign_id = g.campaign_id and v.contact_id = g.contact_id and v.link_no = g.link_no
     and v.visitor = 1`,
);

/**
 * Updates the times at which messages were first opened and clicked, and the times of the latest bot activity. Uses the
 * primary key.
 */
export const writeFirstTimes = statement<
  [
    ...Recipients,
    openedAt: readonly (Date | null)[],
    clickedAt: readonly (Date | null)[],
    rawOpenedAt: readonly (Date | null)[],
    rawClickedAt: readonly (Date | null)[],
    machineAt: readonly (Date | null)[],
  ],
  unknown
>(
  'campaign_results_first_times',
  `update deliverable d set opened_at = g.opened_at, clicked_at = g.clicked_at, raw_opened_at = g.raw_opened_at,
     raw_clicked_at = g.raw_clicked_at, machine_at = g.machine_at
   from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[],
     $8::timestamptz[]) as g (campaign_id, contact_id, opened_at, clicked_at, raw_opened_at, raw_clicked_at, machine_at)
   where d.account_id = $1 and d.campaign_id = g.campaign_id and d.contact_id = g.contact_id`,
);

/**
 * Updates the counters of campaigns. Each JSON array contains the changes for one table. Rows are locked in the same
 * order as in markDeliverables. Uses the primary keys, in order within each table.
 */
export const moveCounters = statement<[accountId: number, counts: string, links: string, hours: string], unknown>(
  'campaign_results_move',
  `with moved as materialized (
     select * from jsonb_to_recordset($2::jsonb) as g (campaign_id bigint, variant smallint, openers bigint,
       clickers bigint, raw_openers bigint, raw_clickers bigint, opens bigint, clicks bigint, raw_opens bigint,
       raw_clicks bigint)
   ), counted as (
     insert into campaign_count as c (account_id, campaign_id, variant, openers, clickers, raw_openers, raw_clickers, opens,
       clicks, raw_opens, raw_clicks)
     select $1::bigint, * from moved order by campaign_id, variant
     on conflict (account_id, campaign_id, variant) do update set
       openers = c.openers + excluded.openers, clickers = c.clickers + excluded.clickers,
       raw_openers = c.raw_openers + excluded.raw_openers, raw_clickers = c.raw_clickers + excluded.raw_clickers,
       opens = c.opens + excluded.opens, clicks = c.clicks + excluded.clicks,
       raw_opens = c.raw_opens + excluded.raw_opens, raw_clicks = c.raw_clicks + excluded.raw_clicks
   ), link as (
     select * from jsonb_to_recordset($3::jsonb) as g (campaign_id bigint, link_no integer, clicks bigint, clickers bigint,
       machine_clicks bigint)
   ), held as materialized (
     select l.campaign_id, l.link_no, g.clicks, g.clickers, g.machine_clicks
     from (select * from link order by campaign_id, link_no) g cross join lateral (
       select campaign_id, link_no from campaign_link c
       where c.account_id = $1 and c.campaign_id = g.campaign_id and c.link_no = g.link_no for no key update
     ) l
   ), clicked as (
     update campaign_link l set clicks = l.clicks + h.clicks, clickers = l.clickers + h.clickers,
       machine_clicks = l.machine_clicks + h.machine_clicks
     from held h where l.account_id = $1 and l.campaign_id = h.campaign_id and l.link_no = h.link_no
   ), hours as (
     insert into campaign_hour as h (account_id, campaign_id, hour, opens, clicks)
     select $1::bigint, g.campaign_id, g.hour, g.opens, g.clicks
     from jsonb_to_recordset($4::jsonb) as g (campaign_id bigint, hour timestamptz, opens bigint, clicks bigint)
     order by g.campaign_id, g.hour
     on conflict (account_id, campaign_id, hour) do update set opens = h.opens + excluded.opens,
       clicks = h.clicks + excluded.clicks
   )
   ${CHANGED}`,
);

/**
 * Returns the latest open and click of contacts across all campaigns, not counting bots. Uses the index
 * deliverable_by_contact.
 */
export const lastVisits = statement<
  [accountId: number, contactIds: readonly number[]],
  { readonly contact_id: number; readonly opened_at: Date | null; readonly clicked_at: Date | null }
>(
  'campaign_results_last_visits',
  `select g.contact_id, v.opened_at, v.clicked_at
   from unnest($2::bigint[]) as g (contact_id)
   cross join lateral (
     select max(v.last_at) as opened_at, max(v.last_at) filter (where v.link_no > 0) as clicked_at
     from deliverable d
     join campaign_visit v on v.account_id = $1 and v.campaign_id = d.campaign_id and v.contact_id = g.contact_id
     where d.account_id = $1 and d.contact_id = g.contact_id and v.visitor < 3
   ) v`,
);

/** Stores opens and clicks of messages whose outcomes are not stored yet. Skips deleted campaigns and contacts. */
export const keepEarly = statement<
  [
    ...Recipients,
    links: readonly number[],
    visitors: readonly number[],
    devices: readonly number[],
    visits: readonly number[],
    firstAt: readonly Date[],
    lastAt: readonly Date[],
  ],
  unknown
>(
  'campaign_results_keep_early',
  `insert into campaign_early_visit (account_id, campaign_id, contact_id, link_no, visitor, device, visits, first_at, last_at)
   select $1::bigint, g.campaign_id, g.contact_id, g.link_no, g.visitor, g.device, g.visits, g.first_at, g.last_at
   from unnest($2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::smallint[], $7::integer[],
     $8::timestamptz[], $9::timestamptz[])
     as g (campaign_id, contact_id, link_no, visitor, device, visits, first_at, last_at)
   join campaign c on c.account_id = $1 and c.id = g.campaign_id and c.deleted_at is null
   join contact p on p.account_id = $1 and p.id = g.contact_id and p.deleted_at is null`,
);

/**
 * Returns accounts with early opens and clicks of messages whose outcomes are now stored. Scans the table
 * campaign_early_visit, which is nearly empty.
 */
export const accountsWithEarly = statement<[limit: number], { readonly account_id: number }>(
  'campaign_results_accounts_with_early',
  `select distinct e.account_id from campaign_early_visit e
   join deliverable d on d.account_id = e.account_id and d.campaign_id = e.campaign_id and d.contact_id = e.contact_id
   limit $1`,
);

/**
 * Removes and returns up to `limit` early opens, clicks, and unsubscriptions of an account whose messages now have a
 * stored outcome. Uses the primary keys.
 */
export const takeEarlyVisits = statement<
  [accountId: number, limit: number],
  Omit<VisitRow, 'recent' | 'recent_from' | 'before_at'>
>(
  'campaign_results_take_early',
  `delete from campaign_early_visit v
   where (v.account_id, v.campaign_id, v.contact_id, v.id) in (
     select e.account_id, e.campaign_id, e.contact_id, e.id from campaign_early_visit e
     join deliverable d on d.account_id = $1 and d.campaign_id = e.campaign_id and d.contact_id = e.contact_id
     where e.account_id = $1 order by e.campaign_id, e.contact_id, e.id limit $2 for update of e skip locked
   )
   returning v.campaign_id, v.contact_id, v.link_no, v.visitor, v.device, v.visits, v.first_at, v.last_at`,
);

/** Deletes early opens, clicks, and unsubscriptions that were stored more than `days` days ago. */
export const purgeEarly = statement<[days: number], unknown>(
  'campaign_results_purge_early',
  'delete from campaign_early_visit where created_at < now() - make_interval(days => $1)',
);
