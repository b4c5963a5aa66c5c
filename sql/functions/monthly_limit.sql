-- OLD: Mails that an account may send in a month: the plan's, and what overage may add. Null: no limit.
-- Quotas are judged by values and not by rows of tables: where a table is spread over several servers, a row of a part of it
-- is of another type than a row of the table.
-- Mails that an account may send in a month: the plan's quota, and what overage may add. Null: no limit.
create or replace function monthly_limit(p_has_overage boolean, p_cap_cents integer, p_quota bigint, p_cents_per_thousand integer)
returns bigint
language sql immutable as $$
  select p_quota + case
    when p_has_overage then coalesce(p_cap_cents::bigint * 1000 / p_cents_per_thousand, 0) else 0
  end
$$;
