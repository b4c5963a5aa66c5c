import { statement } from '../../../base/db.ts';
import { sinceResume } from '../../tenants/accounts/index.ts';
import type { Counters } from './counters.ts';

/** Sums of the counters in the hourly rows `h`, as bigint, which the driver returns as numbers. */
const SUMS = ['sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'delayed', 'opened', 'clicked']
  .map((name) => `coalesce(sum(h.${name}), 0)::bigint as ${name}`)
  .join(', ');

/**
 * Adds outcomes to the hourly rows of their tags and of the account. Outcomes of email to test addresses are added only
 * to the rows of their tags. `complained` counts a delivery and a complaint. `reported` counts only the complaint,
 * because the delivery was counted earlier. `returned` subtracts one delivery from the row of its hour, if that row
 * still exists. Reads messages by primary key, and writes rows in primary key order, so that transactions cannot
 * deadlock.
 */
export const addOutcomes = statement<
  [
    accountId: number,
    messageIds: string[],
    finishedAt: Date[],
    kinds: string[],
    sent: boolean[],
    delayed: boolean[],
    test: boolean[],
  ],
  unknown
>(
  'transactional_tags_add_outcomes',
  `insert into transactional_tag_hour as h
     (account_id, tag, hour, sent, delivered, bounced, complained, failed, suppressed, delayed, last_at)
   select $1, t.tag, date_trunc('hour', o.finished_at, 'UTC'),
     count(*) filter (where o.sent),
     count(*) filter (where o.kind in ('delivered', 'complained')) - count(*) filter (where o.kind = 'returned'),
     count(*) filter (where o.kind = 'bounced'),
     count(*) filter (where o.kind in ('complained', 'reported')),
     count(*) filter (where o.kind = 'failed'),
     count(*) filter (where o.kind = 'suppressed'),
     count(*) filter (where o.delayed),
     max(o.finished_at) filter (where o.kind <> 'returned')
   from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::boolean[], $6::boolean[], $7::boolean[])
     as o (message_id, finished_at, kind, sent, delayed, test)
   cross join lateral (
     select '' as tag where not o.test
     union all
     select m.tag from message m where m.account_id = $1 and m.id = o.message_id and m.tag is not null
   ) t
   where o.kind <> 'returned' or exists (
     select from transactional_tag_hour k
     where k.account_id = $1 and k.tag = t.tag and k.hour = date_trunc('hour', o.finished_at, 'UTC')
   )
   group by 2, 3
   order by 2, 3
   on conflict (account_id, tag, hour) do update set
     sent = h.sent + excluded.sent,
     delivered = greatest(h.delivered + excluded.delivered, 0),
     bounced = h.bounced + excluded.bounced,
     complained = h.complained + excluded.complained,
     failed = h.failed + excluded.failed,
     suppressed = h.suppressed + excluded.suppressed,
     delayed = h.delayed + excluded.delayed,
     last_at = greatest(h.last_at, excluded.last_at)`,
);

/** Adds opens and clicks to the hourly rows of tags, in primary key order. The account's own rows have an empty tag. */
export const addEngagement = statement<
  [accountId: number, tags: string[], at: Date, opened: number[], clicked: number[]],
  unknown
>(
  'transactional_tags_add_engagement',
  `insert into transactional_tag_hour as h (account_id, tag, hour, opened, clicked)
   select $1, t.tag, date_trunc('hour', $3::timestamptz, 'UTC'), t.opened, t.clicked
   from unnest($2::text[], $4::integer[], $5::integer[]) as t (tag, opened, clicked) order by t.tag
   on conflict (account_id, tag, hour) do update
   set opened = h.opened + excluded.opened, clicked = h.clicked + excluded.clicked`,
);

export interface HealthRow {
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

const SINCE = sinceResume('a', 'h');

/**
 * Selects the account's outcomes in recent days, or since its last pause ended if that is more recent. Returns no row
 * if the account is paused, or if it belongs to the operator, whose account is never paused automatically. Reads at
 * most 24 rows per day by primary key.
 */
export const accountHealth = statement<[accountId: number, days: number], HealthRow>(
  'transactional_tags_account_health',
  `select ${SINCE.sum('delivered')}, ${SINCE.sum('bounced')}, ${SINCE.sum('complained')}
   from account a
   left join transactional_tag_hour h on h.account_id = $1 and h.tag = ''
     and h.hour >= greatest(now() - make_interval(days => $2), ${SINCE.firstHour})
   where a.account_id = $1 and a.paused_at is null and not a.is_operator
   group by a.account_id`,
);

export interface TagRow extends Counters {
  readonly tag: string;
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
}

const TAG_TOTALS = `
   select n.tag, coalesce(s.track_opens, false) as track_opens, coalesce(s.track_clicks, false) as track_clicks, c.*
   from named n
   left join transactional_tag s on s.account_id = $1 and s.tag = n.tag
   cross join lateral (
     select ${SUMS} from transactional_tag_hour h
     where h.account_id = $1 and h.tag = n.tag and h.hour >= $2::timestamptz
   ) c`;

/**
 * Selects the tags after a name, with their totals since a time. Finds the names with a loose index scan on both
 * primary keys, so that the cost of a page does not depend on how many tags and hourly rows the account has.
 */
export const tagsAfter = statement<[accountId: number, since: Date, after: string, limit: number], TagRow>(
  'transactional_tags_after',
  `with recursive named (tag, position) as (
     select $3::text collate "C", 0
     union all
     select least(
       (select h.tag from transactional_tag_hour h where h.account_id = $1 and h.tag > n.tag order by h.tag limit 1),
       (select s.tag from transactional_tag s where s.account_id = $1 and s.tag > n.tag order by s.tag limit 1)
     ), n.position + 1
     from named n
     where n.tag is not null and n.position < $4
   )
   ${TAG_TOTALS}
   where n.position > 0 and n.tag is not null
   order by n.tag`,
);

/**
 * Selects the tags before a name, in ascending order, with their totals since a time. Finds the names with a loose
 * index scan on both primary keys. Excludes '', which is the account itself.
 */
export const tagsBefore = statement<[accountId: number, since: Date, before: string, limit: number], TagRow>(
  'transactional_tags_before',
  `with recursive named (tag, position) as (
     select $3::text collate "C", 0
     union all
     select greatest(
       (select h.tag from transactional_tag_hour h
        where h.account_id = $1 and h.tag < n.tag and h.tag > '' order by h.tag desc limit 1),
       (select s.tag from transactional_tag s where s.account_id = $1 and s.tag < n.tag order by s.tag desc limit 1)
     ), n.position + 1
     from named n
     where n.tag is not null and n.position < $4
   )
   ${TAG_TOTALS}
   where n.position > 0 and n.tag is not null
   order by n.tag`,
);

/**
 * Selects a tag with its totals since a time, by primary keys. Returns no row if the account has never used or
 * configured the tag.
 */
export const tagByName = statement<[accountId: number, since: Date, tag: string], TagRow>(
  'transactional_tags_by_name',
  `with named as (
     select $3::text as tag
     where exists (select from transactional_tag_hour h where h.account_id = $1 and h.tag = $3)
       or exists (select from transactional_tag s where s.account_id = $1 and s.tag = $3)
   )
   ${TAG_TOTALS}`,
);

/** Sets whether opens and clicks are tracked for a tag. Null leaves a setting unchanged. */
export const upsertTag = statement<
  [accountId: number, tag: string, trackOpens: boolean | null, trackClicks: boolean | null],
  unknown
>(
  'transactional_tags_set',
  `insert into transactional_tag as t (account_id, tag, track_opens, track_clicks)
   values ($1, $2, coalesce($3, false), coalesce($4, false))
   on conflict (account_id, tag) do update
   set track_opens = coalesce($3, t.track_opens), track_clicks = coalesce($4, t.track_clicks)`,
);

export interface SwitchesRow {
  readonly track_opens: boolean;
  readonly track_clicks: boolean;
}

/** Selects whether opens and clicks are tracked for a tag. Uses the primary key. */
export const switchesOf = statement<[accountId: number, tag: string], SwitchesRow>(
  'transactional_tags_switches',
  'select track_opens, track_clicks from transactional_tag where account_id = $1 and tag = $2',
);

export interface DayRow extends Counters {
  readonly day: string;
}

/**
 * Selects the counters of a tag by UTC day, from `from` (inclusive) to `before` (exclusive). Reads at most 24 rows per
 * day by primary key.
 */
export const daysOfTag = statement<[accountId: number, tag: string, from: Date, before: Date], DayRow>(
  'transactional_tags_days',
  `select to_char(h.hour at time zone 'UTC', 'YYYY-MM-DD') as day, ${SUMS}
   from transactional_tag_hour h
   where h.account_id = $1 and h.tag = $2 and h.hour >= $3 and h.hour < $4
   group by 1 order by 1`,
);
