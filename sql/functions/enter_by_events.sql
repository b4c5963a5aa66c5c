-- Trigger function. Applies new events to automations in the same transaction: ends the entries of contacts that reach
-- a goal, ends waits for the events, and enters contacts. Ignores events that occurred more than 24 hours ago, so that
-- an application can report its history. The contacts cannot be deleted until the transaction ends. Uses the indexes
-- automation_by_goal, automation_item_by_event and automation_trigger_live_event.
create or replace function enter_by_events() returns trigger
language plpgsql as $$
declare
  v_found record;
  v_triggers bigint[];
  v_contacts bigint[];
  v_events bigint[];
begin
  for v_found in
    select n.account_id, array_agg(n.name) as names, array_agg(n.contact_id) as contacts, array_agg(n.id) as events
    from added n
    where n.occurred_at > now() - interval '24 hours' and (
      exists (select from automation_trigger t where t.account_id = n.account_id and t.event_name = n.name and t.is_live)
      or exists (select from automation_item i where i.account_id = n.account_id and i.event_name = n.name)
      or exists (
        select from automation a where a.account_id = n.account_id and a.goal_event = n.name and a.deleted_at is null)
    )
    group by n.account_id
  loop
    perform from contact_stat s
    where s.account_id = v_found.account_id and s.contact_id = any(v_found.contacts)
    order by s.contact_id for key share;
    if continue_by_events(v_found.account_id, v_found.names, v_found.contacts, v_found.events) then
      perform pg_notify('postrider_automations', '');
    end if;
    select array_agg(t.id), array_agg(n.contact_id), array_agg(n.event_id) into v_triggers, v_contacts, v_events
    from unnest(v_found.names, v_found.contacts, v_found.events) as n (name, contact_id, event_id)
    join automation_trigger t on t.account_id = v_found.account_id and t.event_name = n.name and t.is_live;
    if v_triggers is not null then
      perform enter_automations(v_found.account_id, v_triggers, v_contacts, v_events);
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger contact_event_enters after insert on contact_event
  referencing new table as added for each statement execute function enter_by_events();
