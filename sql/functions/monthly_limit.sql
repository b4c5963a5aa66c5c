-- Returns how many emails an account may send in a month: the plan's quota plus the emails that the overage cap pays for. Returns
-- null if there is no limit. Takes values instead of rows, because in a distributed database, a row of a shard and a row of its
-- table have different types.
create or replace function monthly_limit(p_has_overage boolean, p_cap_cents integer, p_quota bigint, p_cents_per_thousand integer)
returns bigint
language sql immutable as $$
  select p_quota + case
    when p_has_overage then coalesce(p_cap_cents::bigint * 1000 / p_cents_per_thousand, 0) else 0
  end
$$;
