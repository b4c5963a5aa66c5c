import { statement } from '../../../base/db.ts';
import { sinceResume } from '../../tenants/accounts/index.ts';

/** Counts of outcomes in a mail class. */
export interface HealthRow {
  readonly class: number;
  readonly delivered: number;
  readonly bounced: number;
  readonly complained: number;
}

/**
 * Adds outcomes to the hourly rows of their classes, in primary key order, so that transactions cannot deadlock.
 * Ignores negative counts for hours that were already deleted.
 */
export const addHealth = statement<
  [accountId: number, classes: number[], at: Date[], delivered: number[], bounced: number[], complained: number[]],
  unknown
>(
  'mail_health_add',
  `insert into mail_class_hour as h (account_id, class, hour, delivered, bounced, complained)
   select $1, o.class, date_trunc('hour', o.at, 'UTC'), sum(o.delivered), sum(o.bounced), sum(o.complained)
   from unnest($2::smallint[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[])
     as o (class, at, delivered, bounced, complained)
   where o.delivered >= 0 or exists (
     select from mail_class_hour k
     where k.account_id = $1 and k.class = o.class and k.hour = date_trunc('hour', o.at, 'UTC')
   )
   group by 2, 3
   order by 2, 3
   on conflict (account_id, class, hour) do update set
     delivered = greatest(h.delivered + excluded.delivered, 0),
     bounced = h.bounced + excluded.bounced,
     complained = h.complained + excluded.complained`,
);

const SINCE = sinceResume('p', 'h');
const SUMS = `${SINCE.sum('delivered')}, ${SINCE.sum('bounced')}, ${SINCE.sum('complained')}`;

/**
 * Selects the outcomes of a class in recent days, since its last pause ended. Returns no row if the class is paused.
 * Reads at most 24 rows per day by primary key.
 */
export const healthToJudge = statement<[accountId: number, mailClass: number, days: number], HealthRow>(
  'mail_health_to_judge',
  `select k.class, ${SUMS}
   from (select $2::smallint as class) as k
   left join mail_class_pause p on p.account_id = $1 and p.class = k.class
   left join mail_class_hour h on h.account_id = $1 and h.class = k.class
     and h.hour >= greatest(now() - make_interval(days => $3), ${SINCE.firstHour})
   where p.paused_at is null
   group by k.class`,
);

/** Selects the recent outcomes of all classes, including paused ones. */
export const healthOfClasses = statement<[accountId: number, days: number], HealthRow>(
  'mail_health_of_classes',
  `select h.class, ${SUMS}
   from mail_class_hour h
   left join mail_class_pause p on p.account_id = $1 and p.class = h.class
   where h.account_id = $1 and h.hour >= greatest(now() - make_interval(days => $2), ${SINCE.firstHour})
   group by h.class order by h.class`,
);

/** Deletes at most `limit` hourly rows older than the given number of days. Uses the index mail_class_hour_old. */
export const purgeHours = statement<[days: number, limit: number], { readonly class: number }>(
  'mail_health_purge',
  `delete from mail_class_hour
   where (account_id, class, hour) in (
     select account_id, class, hour from mail_class_hour where hour < now() - make_interval(days => $1) order by hour limit $2
   )
   returning class`,
);
