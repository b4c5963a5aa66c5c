import { statement } from '../../../base/db.ts';

/** Mails to a full mailbox after which an address is suppressed. */
const MAX_SOFT_BOUNCES = 3;
/** Days that must lie between the first and the last of them: a mailbox that is full over a weekend is emptied. */
const SOFT_BOUNCE_DAYS = 7;
/** Who takes a mail and cannot put it into the mailbox says so within these days (RFC 5321 section 4.5.4.1). */
const QUIET_DAYS = 5;

/**
 * Counts one mail for each address given, and says which have reached the limit; in the order of the key, so that two
 * writers never wait for each other in a circle. What was followed by a mail that nothing was reported of for days is
 * forgotten. What is written on conflict has no parameter: the server of a cluster that has the rows is not told those of the
 * select, which runs elsewhere, and refuses the others. Primary key.
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

/** Forgets addresses; touches nothing when none of them is there, which is nearly always. Primary key. */
export const clearSoftBounces = statement<[accountId: number, addresses: string[]], unknown>(
  'suppressions_clear_soft_bounces',
  `delete from soft_bounce where account_id = $1 and address in (
     select address from soft_bounce
     where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)
     order by address for update
   )`,
);

/**
 * Notes that addresses took a mail: forgets those whose servers say at once that a mailbox is full, and those of which
 * nothing was reported for days since they took one. Touches nothing when none of them is there, which is nearly
 * always. Primary key.
 */
export const noteTaken = statement<[accountId: number, addresses: string[]], unknown>(
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
