-- Returns the domains with a given name in other accounts, and locks them in the order of their IDs. Uses the index
-- domain_by_name.
create or replace function lock_domains_of_others(p_account bigint, p_name text)
returns table (account_id bigint, id bigint, status text, missing_since timestamptz, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select d.account_id, d.id, d.status, d.missing_since, d.created_at from domain d
    where d.name = p_name and d.account_id <> p_account and d.deleted_at is null
    order by d.id for update;
end
$$;
