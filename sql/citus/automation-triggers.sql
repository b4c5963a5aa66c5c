-- Trigger functions for a distributed database. The triggers of a distributed table run on each shard, where transition tables
-- cannot be joined with other tables, so the transition tables are read separately first. Each function has the same contract as
-- the function with the same name in sql/functions.

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

create or replace function enter_by_tags() returns trigger
language plpgsql as $$
declare
  v_accounts bigint[];
  v_tags bigint[];
  v_contacts bigint[];
  v_account bigint;
  v_found record;
begin
  select array_agg(n.account_id), array_agg(n.tag_id), array_agg(n.contact_id)
  into v_accounts, v_tags, v_contacts from added n;
  if v_accounts is null then
    return null;
  end if;
  for v_account in select distinct a from unnest(v_accounts) as a order by a loop
    select array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts into v_found
    from unnest(v_accounts, v_tags, v_contacts) as n (account_id, tag_id, contact_id)
    join automation_trigger t on t.account_id = v_account and t.tag_id = n.tag_id and t.is_live
    where n.account_id = v_account;
    if v_found.triggers is not null then
      perform enter_automations(v_account, v_found.triggers, v_found.contacts);
    end if;
  end loop;
  return null;
end
$$;

create or replace function enter_when_created() returns trigger
language plpgsql as $$
declare
  v_accounts bigint[];
  v_contacts bigint[];
  v_account bigint;
  v_found record;
begin
  select array_agg(n.account_id), array_agg(n.contact_id) into v_accounts, v_contacts from added n where n.flags = 0;
  if v_accounts is null then
    return null;
  end if;
  for v_account in select distinct a from unnest(v_accounts) as a order by a loop
    select array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts into v_found
    from unnest(v_accounts, v_contacts) as n (account_id, contact_id)
    join automation_trigger t on t.account_id = v_account and t.type = 'contact_created' and t.is_live
    join contact c on c.account_id = v_account and c.id = n.contact_id
    where n.account_id = v_account and (t.source is null or t.source = contact_source(c.import_id, c.form_id));
    if v_found.triggers is not null then
      perform enter_automations(v_account, v_found.triggers, v_found.contacts);
    end if;
  end loop;
  return null;
end
$$;

create or replace function enter_by_events() returns trigger
language plpgsql as $$
declare
  v_accounts bigint[];
  v_names text[];
  v_contacts bigint[];
  v_events bigint[];
  v_account bigint;
  v_found record;
begin
  select array_agg(n.account_id), array_agg(n.name), array_agg(n.contact_id), array_agg(n.id)
  into v_accounts, v_names, v_contacts, v_events from added n where n.occurred_at > now() - interval '24 hours';
  if v_accounts is null then
    return null;
  end if;
  for v_account in select distinct a from unnest(v_accounts) as a order by a loop
    select array_agg(n.name) as names, array_agg(n.contact_id) as contacts, array_agg(n.id) as events into v_found
    from unnest(v_accounts, v_names, v_contacts, v_events) as n (account_id, name, contact_id, id)
    where n.account_id = v_account;
    perform continue_by_events(v_account, v_found.names, v_found.contacts, v_found.events);
    select array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts, array_agg(n.id) as events into v_found
    from unnest(v_accounts, v_names, v_contacts, v_events) as n (account_id, name, contact_id, id)
    join automation_trigger t on t.account_id = v_account and t.event_name = n.name and t.is_live
    where n.account_id = v_account;
    if v_found.triggers is not null then
      perform enter_automations(v_account, v_found.triggers, v_found.contacts, v_found.events);
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
