-- Trigger function. Enters the contacts of new events into automations in the same transaction. Ignores events that occurred more
-- than 24 hours ago, so that an application can report its history. The contacts cannot be deleted until the transaction ends.
create or replace function enter_by_events() returns trigger
language plpgsql as $$
declare
  v_found record;
begin
  for v_found in
    select n.account_id, array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts, array_agg(n.id) as events
    from added n
    join automation_trigger t on t.account_id = n.account_id and t.event_name = n.name and t.is_live
    where n.occurred_at > now() - interval '24 hours'
    group by n.account_id
  loop
    perform from contact_stat s
    where s.account_id = v_found.account_id and s.contact_id = any(v_found.contacts)
    order by s.contact_id for key share;
    perform enter_automations(v_found.account_id, v_found.triggers, v_found.contacts, v_found.events);
  end loop;
  return null;
end
$$;

create or replace trigger contact_event_enters after insert on contact_event
  referencing new table as added for each statement execute function enter_by_events();
