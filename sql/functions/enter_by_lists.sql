-- Trigger function that adds new list members to automations in the same transaction, regardless of how the members
-- were added.
create or replace function enter_by_lists() returns trigger
language plpgsql as $$
declare
  v_found record;
begin
  for v_found in
    select n.account_id, array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts
    from added n
    join automation_trigger t on t.account_id = n.account_id and t.list_id = n.list_id and t.is_live
    group by n.account_id
  loop
    perform enter_automations(v_found.account_id, v_found.triggers, v_found.contacts);
  end loop;
  return null;
end
$$;

create or replace trigger list_member_enters after insert on list_member
  referencing new table as added for each statement execute function enter_by_lists();
