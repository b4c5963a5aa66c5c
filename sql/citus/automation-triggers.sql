-- Trigger functions for a distributed database. The triggers of a distributed table run on each shard, where transition tables
-- cannot be joined with other tables, so the transition tables are read separately first. The contracts are those of the
-- functions with the same names in sql/functions.

create or replace function enter_by_lists() returns trigger
language plpgsql as $$
declare
  v_accounts bigint[];
  v_lists bigint[];
  v_contacts bigint[];
  v_account bigint;
  v_found record;
begin
  select array_agg(n.account_id), array_agg(n.list_id), array_agg(n.contact_id)
  into v_accounts, v_lists, v_contacts from added n;
  if v_accounts is null then
    return null;
  end if;
  for v_account in select distinct a from unnest(v_accounts) as a order by a loop
    select array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts into v_found
    from unnest(v_accounts, v_lists, v_contacts) as n (account_id, list_id, contact_id)
    join automation_trigger t on t.account_id = v_account and t.list_id = n.list_id and t.is_live
    where n.account_id = v_account;
    if v_found.triggers is not null then
      perform enter_automations(v_account, v_found.triggers, v_found.contacts);
    end if;
  end loop;
  return null;
end
$$;

create or replace function leave_when_deleted() returns trigger
language plpgsql as $$
declare
  v_accounts bigint[];
  v_contacts bigint[];
  v_account bigint;
begin
  select array_agg(g.account_id), array_agg(g.contact_id) into v_accounts, v_contacts from gone g;
  if v_accounts is null then
    return null;
  end if;
  for v_account in select distinct a from unnest(v_accounts) as a order by a loop
    perform leave_automations(v_account, array(
      select g.contact_id from unnest(v_accounts, v_contacts) as g (account_id, contact_id) where g.account_id = v_account
    ));
  end loop;
  return null;
end
$$;
