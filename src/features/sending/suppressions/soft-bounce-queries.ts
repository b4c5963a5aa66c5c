import { statement } from '../../../base/db.ts';

/** Number of messages to a full mailbox after which an address is suppressed. */
const MAX_SOFT_BOUNCES = 3;
/**
 * Minimum number of days between the first and the last of the `MAX_SOFT_BOUNCES` messages that cause a suppression.
 */
const SOFT_BOUNCE_DAYS = 7;
/**
 * Number of days within which a server that accepted a message may report a full mailbox (RFC 5321 section 4.5.4.1).
 */
const QUIET_DAYS = 5;

/**
 * Counts one message for each given address, and returns the addresses, with `is_over` set for those that have reached
 * the limits. Restarts the count of an address that accepted a message more than `QUIET_DAYS` ago and has not reported
 * a full mailbox since. Writes rows in key order, so that concurrent writers cannot deadlock. Uses the primary key.
 *
 * The update on conflict has no parameters: in a database cluster, the server that stores the rows does not receive the
 * parameters of the select and would reject the statement.
 */
export const countSoftBounces = statement<
  [accountId: number, addresses: string[], reported: boolean[]],
  { readonly address: string; readonly is_over: boolean }
>(
  'suppressions_count_soft_bounces',
  `insert into soft_bounce as b (account_id, address, count, first_at, last_at, is_reported)
   select $1::bigint, lower(s.address), count(*), now(), now(), bool_or(s.is_reported)
   from unnest($2::text[], $3::boolean[]) as s (address, is_reported)
   group by lower(s.address) order by lower(s.address) collate "C"
   on conflict (account_id, address) do update set
     count = case when excluded.last_at - b.taken_at > interval '${QUIET_DAYS} days' then 0 else b.count end + excluded.count,
     first_at = case when excluded.last_at - b.taken_at > interval '${QUIET_DAYS} days' then excluded.first_at else b.first_at end,
     last_at = excluded.last_at, is_reported = excluded.is_reported, taken_at = null
   returning address, count >= ${MAX_SOFT_BOUNCES} and last_at - first_at >= interval '${SOFT_BOUNCE_DAYS} days' as is_over`,
);

/** Deletes the counts of addresses. Usually deletes nothing. Uses the primary key. */
export const clearSoftBounces = statement<[accountId: number, addresses: string[]], unknown>(
  'suppressions_clear_soft_bounces',
  `delete from soft_bounce where account_id = $1 and address in (
     select address from soft_bounce
     where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)
     order by address for update
   )`,
);

/**
 * Records that addresses accepted a message. If the server of an address rejects messages to a full mailbox
 * immediately, deletes the soft-bounce count of the address, because the mailbox is no longer full. If the server
 * accepts such messages and reports the full mailbox later, deletes the count only after `QUIET_DAYS` have passed since
 * an accepted message without such a report. Usually changes nothing. Uses the primary key.
 */
export const recordAccepted = statement<[accountId: number, addresses: string[]], unknown>(
  'suppressions_note_taken',
  `with known as materialized (
     select address, is_reported and (taken_at is null or taken_at >= now() - interval '${QUIET_DAYS} days') as is_kept
     from soft_bounce
     where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)
     order by address for update
   ), forgotten as (
     delete from soft_bounce b using known
     where b.account_id = $1 and b.address = known.address and not known.is_kept
   )
   update soft_bounce b set taken_at = now()
   from known
   where b.account_id = $1 and b.address = known.address and known.is_kept and b.taken_at is null`,
);
