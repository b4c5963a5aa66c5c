import { statement } from '../../../base/db.ts';
import { CHANGED } from './changed.ts';

/**
 * Inserts sent messages in the order of the contact IDs, and updates the counters for the new ones. Repeating the call
 * changes nothing. Each contact of a campaign must occur only once. Uses the primary keys and the index
 * campaign_wave_of.
 */
export const insertDeliverables = statement<
  [
    accountId: number,
    campaignIds: readonly number[],
    contactIds: readonly number[],
    mailings: readonly string[],
    sentAt: readonly Date[],
    bouncedAt: readonly (Date | null)[],
    spamAt: readonly (Date | null)[],
    providers: readonly (string | null)[],
    distinctMailings: readonly string[],
  ],
  unknown
>(
  'campaign_outcomes_insert',
  `with wave as materialized (
     select mailing_id, variant from campaign_wave where account_id = $1 and mailing_id = any($9::uuid[])
   ), given as materialized (
     select g.campaign_id, g.contact_id, coalesce(w.variant, 0) as variant, g.provider, g.sent_at, g.bounced_at, g.spam_at
     from unnest($2::bigint[], $3::bigint[], $4::uuid[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::text[])
       as g (campaign_id, contact_id, mailing_id, sent_at, bounced_at, spam_at, provider)
     left join wave w on w.mailing_id = g.mailing_id
     order by g.campaign_id, g.contact_id
   ), inserted as (
     insert into deliverable (account_id, campaign_id, contact_id, variant, provider, sent_at, bounced_at, spam_at)
     select $1, campaign_id, contact_id, variant, provider, sent_at, bounced_at, spam_at from given
     on conflict (account_id, campaign_id, contact_id) do nothing
     returning campaign_id, variant, bounced_at, spam_at
   ), moved as materialized (
     select campaign_id, variant, count(*) as sent, count(bounced_at) as bounced, count(spam_at) as complained
     from inserted group by campaign_id, variant
   ), counted as (
     insert into campaign_count as c (account_id, campaign_id, variant, sent, bounced, complained)
     select $1, campaign_id, variant, sent, bounced, complained from moved order by campaign_id, variant
     on conflict (account_id, campaign_id, variant) do update
     set sent = c.sent + excluded.sent, bounced = c.bounced + excluded.bounced,
       complained = c.complained + excluded.complained
   )
   ${CHANGED}`,
);

/**
 * Records reported bounces and complaints, and unsubscribes. For each message, only the first bounce, complaint and
 * unsubscribe are stored and counted. Rows are locked in a subquery that contains nothing else, because Citus treats
 * the columns of other locking subqueries as text. Uses the primary keys.
 */
export const markDeliverables = statement<
  [
    accountId: number,
    campaignIds: readonly number[],
    contactIds: readonly number[],
    bouncedAt: readonly (Date | null)[],
    spamAt: readonly (Date | null)[],
    unsubscribedAt: readonly (Date | null)[],
  ],
  unknown
>(
  'campaign_outcomes_mark',
  `with held as materialized (
     select d.campaign_id, d.contact_id, d.variant,
       case when d.bounced_at is null then g.bounced_at end as bounced_at,
       case when d.spam_at is null then g.spam_at end as spam_at,
       case when d.unsubscribed_at is null then g.unsubscribed_at end as unsubscribed_at
     from (
       select * from unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
         as g (campaign_id, contact_id, bounced_at, spam_at, unsubscribed_at)
       order by campaign_id, contact_id
     ) g cross join lateral (
       select * from deliverable d
       where d.account_id = $1 and d.campaign_id = g.campaign_id and d.contact_id = g.contact_id for no key update
     ) d
   ), news as materialized (
     select * from held where bounced_at is not null or spam_at is not null or unsubscribed_at is not null
   ), marked as (
     update deliverable d set bounced_at = coalesce(d.bounced_at, n.bounced_at), spam_at = coalesce(d.spam_at, n.spam_at),
       unsubscribed_at = coalesce(d.unsubscribed_at, n.unsubscribed_at)
     from news n where d.account_id = $1 and d.campaign_id = n.campaign_id and d.contact_id = n.contact_id
   ), moved as materialized (
     select campaign_id, variant, count(bounced_at) as bounced, count(spam_at) as complained,
       count(unsubscribed_at) as unsubscribed
     from news group by campaign_id, variant
   ), counted as (
     insert into campaign_count as c (account_id, campaign_id, variant, bounced, complained, unsubscribed)
     select $1, campaign_id, variant, bounced, complained, unsubscribed from moved order by campaign_id, variant
     on conflict (account_id, campaign_id, variant) do update
     set bounced = c.bounced + excluded.bounced, complained = c.complained + excluded.complained,
       unsubscribed = c.unsubscribed + excluded.unsubscribed
   )
   ${CHANGED}`,
);

/**
 * Stores why emails bounced. Only the first reason is stored. Uses the primary key.
 */
export const insertBounces = statement<
  [
    accountId: number,
    campaignIds: readonly number[],
    contactIds: readonly number[],
    codes: readonly (string | null)[],
    reasons: readonly string[],
  ],
  unknown
>(
  'campaign_outcomes_bounces',
  `insert into campaign_bounce (account_id, campaign_id, contact_id, code, reason)
   select distinct on (campaign_id, contact_id) $1::bigint, campaign_id, contact_id, code, reason
   from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) as g (campaign_id, contact_id, code, reason)
   order by campaign_id, contact_id
   on conflict do nothing`,
);

/**
 * Stores an unsubscribe request from a campaign message whose outcome is not stored yet. Only the first request counts.
 * The request is stored in the table campaign_early_visit, with a reserved link number. Uses the primary keys.
 */
export const keepEarlyUnsubscription = statement<
  [accountId: number, campaignId: number, contactId: number, link: number, at: Date],
  unknown
>(
  'campaign_outcomes_keep_early',
  `insert into campaign_early_visit (account_id, campaign_id, contact_id, link_no, visitor, visits, first_at, last_at)
   select $1, c.id, p.id, $4, 1, 1, $5, $5
   from campaign c join contact p on p.account_id = $1 and p.id = $3
   where c.account_id = $1 and c.id = $2 and c.deleted_at is null
     and not exists (select 1 from deliverable d where d.account_id = $1 and d.campaign_id = $2 and d.contact_id = $3)
     and not exists (
       select 1 from campaign_early_visit e
       where e.account_id = $1 and e.campaign_id = $2 and e.contact_id = $3 and e.link_no = $4
     )`,
);
