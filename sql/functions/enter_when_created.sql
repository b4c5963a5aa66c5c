-- Trigger function. When a contact that can receive email is created or restored, enters the contact into automations
-- in the same transaction. A contact that must confirm first enters when it confirms (enter_automations_by_lists).
create or replace function enter_when_created() returns trigger
language plpgsql as $$
declare
  v_found record;
begin
  for v_found in
    select n.account_id, array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts
    from added n
    join automation_trigger t on t.account_id = n.account_id and t.type = 'contact_created' and t.is_live
    join contact c on c.account_id = n.account_id and c.id = n.contact_id
    where n.flags = 0 and (t.source is null or t.source = contact_source(c.import_id, c.form_id))
    group by n.account_id
  loop
    perform enter_automations(v_found.account_id, v_found.triggers, v_found.contacts);
  end loop;
  return null;
end
$$;

create or replace trigger contact_stat_enters after insert on contact_stat
  referencing new table as added for each statement execute function enter_when_created();
