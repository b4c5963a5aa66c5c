import { statement } from '../../../base/db.ts';

/**
 * Selects accounts with events that are older than the given number of days, or with messages before an ID. Uses the
 * index vendor_event_time and the primary key.
 */
export const accountsToPurge = statement<
  [days: number, messagesBefore: string, limit: number],
  { readonly account_id: number }
>(
  'vendors_accounts_to_forget',
  `select o.account_id from vendor_event_order o
   where exists (
     select from vendor_event e
     where e.account_id = o.account_id and e.recorded_at < now() - make_interval(days => $1)
   ) or exists (select from vendor_message m where m.account_id = o.account_id and m.id < $2)
   limit $3`,
);

/** Number of rows that a statement deleted. If it is less than the limit, no more rows are old enough. */
interface Forgotten {
  readonly n: number;
}

/**
 * Deletes the oldest events of an account that are older than the given number of days. Uses the index
 * vendor_event_time and then the primary key.
 */
export const deleteOldEvents = statement<[accountId: number, days: number, limit: number], Forgotten>(
  'vendors_delete_old_events',
  `with gone as (
     delete from vendor_event where account_id = $1 and id <= (
       select max(old.id) from (
         select e.id from vendor_event e
         where e.account_id = $1 and e.recorded_at < now() - make_interval(days => $2)
         order by e.recorded_at, e.id limit $3
       ) old
     ) returning 1
   )
   select count(*)::integer as n from gone`,
);

/**
 * Deletes old recipients of batches that clients may repeat, for all accounts. Uses the index vendor_repeat_created.
 */
export const deleteOldRepeats = statement<[days: number, limit: number], Forgotten>(
  'vendors_delete_old_repeats',
  `with gone as (
     delete from vendor_repeat where (account_id, domain, repeat_key, address_hash) in (
       select account_id, domain, repeat_key, address_hash from vendor_repeat
       where created_at < now() - make_interval(days => $1) order by created_at limit $2
     ) returning 1
   )
   select count(*)::integer as n from gone`,
);

/** Deletes an account's messages with IDs below the given ID, and their recipients. Uses primary keys. */
export const deleteOldMessages = statement<[accountId: number, before: string, limit: number], Forgotten>(
  'vendors_delete_old_messages',
  `with old as materialized (
     select id from vendor_message where account_id = $1 and id < $2 order by id limit $3
   ), recipients as (
     delete from vendor_recipient where account_id = $1 and message_id = any (array(select id from old))
   ), gone as (
     delete from vendor_message where account_id = $1 and id = any (array(select id from old)) returning 1
   )
   select count(*)::integer as n from gone`,
);
