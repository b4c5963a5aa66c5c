-- Returns up to p_limit pairs of an account and an outcome listener (`part`) with missed outcomes that are due for
-- another attempt. Starts after the pair (p_account, p_part). Finds the pairs by a skip scan of the index
-- outcome_missed_due.
create or replace function missed_parts_due(p_account bigint, p_part text, p_limit integer) returns table (account_id bigint, part text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with recursive pair as (
      (
        select m.account_id, m.part from outcome_missed m
        where m.next_at is not null and (m.account_id, m.part) > (p_account, p_part)
        order by m.account_id, m.part limit 1
      )
      union all
      select following.* from pair cross join lateral (
        select m.account_id, m.part from outcome_missed m
        where m.next_at is not null and (m.account_id, m.part) > (pair.account_id, pair.part)
        order by m.account_id, m.part limit 1
      ) as following
    )
    select pair.account_id, pair.part from pair
    where exists (
      select from outcome_missed m
      where m.account_id = pair.account_id and m.part = pair.part and m.next_at <= now()
    )
    limit p_limit;
end
$$;
