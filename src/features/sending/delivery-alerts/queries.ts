import { statement } from '../../../base/db.ts';
import type { AlertKind } from './alert-of.ts';

/**
 * Selects the senders of transactional messages, as given in the API requests. Uses the primary key of each partition.
 */
export const sendersOf = statement<
  [accountId: number, messageIds: string[]],
  { readonly id: string; readonly sender: string }
>('delivery_alerts_senders_of', 'select id, sender from message where account_id = $1 and id = any($2::uuid[])');

/**
 * Raises alerts in key order, so that concurrent writers cannot deadlock. Resets an alert that had no events for a day.
 * Uses the primary key.
 */
export const raiseAlerts = statement<
  [accountId: number, kinds: AlertKind[], subjects: string[], counts: number[], reasons: (string | null)[]],
  unknown
>(
  'delivery_alerts_raise',
  `insert into delivery_alert as a (account_id, kind, subject, first_at, last_at, count, reason)
   select $1, s.kind, s.subject, now(), now(), s.count, s.reason
   from unnest($2::text[], $3::text[], $4::bigint[], $5::text[]) as s (kind, subject, count, reason)
   order by s.kind, s.subject collate "C"
   on conflict (account_id, kind, subject) do update set
     first_at = case when excluded.last_at - a.last_at > interval '1 day' then excluded.first_at else a.first_at end,
     count = case when excluded.last_at - a.last_at > interval '1 day' then excluded.count else a.count + excluded.count end,
     last_at = excluded.last_at,
     reason = excluded.reason`,
);

export interface OpenAlertRow {
  readonly kind: AlertKind;
  readonly subject: string;
  /** Number of affected accounts. */
  readonly accounts: number;
  readonly count: number;
  readonly last_at: Date;
  readonly reason: string | null;
}

/**
 * Selects the alerts that were raised in the last 24 hours, combined across accounts by kind and subject, newest first.
 * Uses the index delivery_alert_newest.
 */
export const openAlerts = statement<[limit: number], OpenAlertRow>(
  'delivery_alerts_open',
  `select kind, subject, count(*)::integer as accounts, sum(count)::float8 as count, max(last_at) as last_at,
     (array_agg(reason order by last_at desc))[1] as reason
   from delivery_alert where last_at > now() - interval '1 day'
   group by kind, subject order by max(last_at) desc, kind, subject limit $1`,
);

export interface SenderAlertRow {
  readonly account_id: number;
  readonly email: string;
  readonly subject: string;
  readonly count: number;
  readonly first_at: Date;
  readonly reason: string | null;
}

/**
 * Selects up to `limit` problems with sender domains that occurred but were not reported to the owners in the last day,
 * and marks them as reported. Uses the index delivery_alert_newest.
 */
export const takeSenderAlerts = statement<[limit: number], SenderAlertRow>(
  'delivery_alerts_take_sender',
  'select account_id, email, subject, count::float8 as count, first_at, reason from take_sender_alerts($1)',
);

export interface SiteAlertRow {
  readonly kind: Exclude<AlertKind, 'sender'>;
  readonly subject: string;
  readonly count: number;
  readonly reason: string | null;
}

/**
 * Selects up to `limit` alerts of the last day, combined across accounts by kind and subject, that were not reported to
 * the operator in the last day, and marks them as reported. Excludes policy rejections, and failures to reach a
 * receiver for which another route was available, that occurred fewer than `leastBlocked` times. Uses the index
 * delivery_alert_newest.
 */
export const takeSiteAlerts = statement<[leastBlocked: number, limit: number], SiteAlertRow>(
  'delivery_alerts_take_site',
  `with due as (
     select kind, subject, sum(count)::float8 as count, (array_agg(reason order by last_at desc))[1] as reason
     from delivery_alert
     where kind in ('blocked', 'paused', 'route', 'resolver', 'unprepared') and last_at > now() - interval '1 day'
     group by kind, subject
     having (max(noticed_at) is null or max(noticed_at) < now() - interval '1 day')
       and (kind in ('paused', 'resolver', 'unprepared') or (kind = 'route' and subject like 'relay:%') or sum(count) >= $1)
     order by kind, subject limit $2
   ), notified as (
     update delivery_alert a set noticed_at = now() from due
     where a.kind = due.kind and a.subject = due.subject and a.last_at > now() - interval '1 day'
   )
   select kind, subject, count, reason from due order by kind, subject`,
);

/** Selects the first operator account. Uses the primary key. */
export const operatorAccount = statement<[], { readonly account_id: number; readonly email: string }>(
  'delivery_alerts_operator',
  'select account_id, email from account where is_operator order by account_id limit 1',
);

/** Deletes alerts without events for 30 days. Uses the index delivery_alert_newest. */
export const purgeAlerts = statement<[], unknown>(
  'delivery_alerts_purge',
  `delete from delivery_alert where last_at < now() - interval '30 days'`,
);
