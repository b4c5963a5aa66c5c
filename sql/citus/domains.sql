-- Functions on sender domains for a distributed database. Domains are found across all shards without locks, and then
-- locked one by one, each on the server that stores the domain. Each function has the same contract as the function
-- with the same name in sql/functions.

create or replace function claim_domain_checks(p_now timestamptz, p_limit integer, p_until timestamptz)
returns table (account_id bigint, id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_due record;
begin
  for v_due in
    select d.account_id, d.id from domain d
    where d.deleted_at is null and d.next_check_at <= p_now
      and not exists (select from account_deletion gone where gone.account_id = d.account_id)
    order by d.next_check_at limit p_limit
  loop
    perform d.id from domain d
    where d.account_id = v_due.account_id and d.id = v_due.id and d.deleted_at is null and d.next_check_at <= p_now
    for update skip locked;
    continue when not found;
    update domain d set next_check_at = p_until where d.account_id = v_due.account_id and d.id = v_due.id;
    return query select v_due.account_id, v_due.id;
  end loop;
end
$$;

create or replace function lock_domains_of_others(p_account bigint, p_name text)
returns table (account_id bigint, id bigint, status text, missing_since timestamptz, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  v_other record;
begin
  for v_other in
    select d.account_id, d.id from domain d
    where d.name = p_name and d.account_id <> p_account and d.deleted_at is null
    order by d.id
  loop
    return query
      select d.account_id, d.id, d.status, d.missing_since, d.created_at from domain d
      where d.account_id = v_other.account_id and d.id = v_other.id and d.deleted_at is null
      for update;
  end loop;
end
$$;
