import { statement } from '../../base/db.ts';

/**
 * Counts one mail for each address given, and says which have reached the limit; in the order of the key, so that two
 * writers never wait for each other in a circle. Primary key.
 */
export const countSoftBounces = statement<
  [accountId: number, addresses: string[], mails: number, days: number],
  { readonly address: string; readonly is_over: boolean }
>(
  'suppressions_count_soft_bounces',
  `insert into soft_bounce as b (account_id, address, count, first_at, last_at)
   select $1, lower(s.address), count(*), now(), now() from unnest($2::text[]) as s (address)
   group by lower(s.address) order by lower(s.address) collate "C"
   on conflict (account_id, address) do update set count = b.count + excluded.count, last_at = excluded.last_at
   returning address, count >= $3 and last_at - first_at >= make_interval(days => $4) as is_over`,
);

/** Forgets addresses; touches nothing when none of them is there, which is nearly always. Primary key. */
export const clearSoftBounces = statement<[accountId: number, addresses: string[]], unknown>(
  'suppressions_clear_soft_bounces',
  `delete from soft_bounce where (account_id, address) in (
     select account_id, address from soft_bounce
     where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)
     order by address for update
   )`,
);
