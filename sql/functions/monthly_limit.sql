-- Returns how many emails an account may send in a month: the quota of the plan plus what its overage cap pays for. Null: no
-- limit. Takes values instead of rows, because in a distributed database a row of a shard has another type than a row of the
-- table.
create or replace function monthly_limit(p_has_overage boolean, p_cap_cents integer, p_quota bigint, p_cents_per_thousand integer)
returns bigint
language sql immutable as $$
  select p_quota + case
    when p_has_overage then coalesce(p_cap_cents::bigint * 1000 / p_cents_per_thousand, 0) else 0
  end
$$;
