-- Trigger function. Adds contacts that get a tag to the automations with a trigger for this tag, in the transaction that adds the
-- tag.
create or replace function enter_by_tags() returns trigger
language plpgsql as $$
declare
  v_found record;
begin
  for v_found in
    select n.account_id, array_agg(t.id) as triggers, array_agg(n.contact_id) as contacts
    from added n
    join automation_trigger t on t.account_id = n.account_id and t.tag_id = n.tag_id and t.is_live
    group by n.account_id
  loop
    perform enter_automations(v_found.account_id, v_found.triggers, v_found.contacts);
  end loop;
  return null;
end
$$;

create or replace trigger tag_member_enters after insert on tag_member
  referencing new table as added for each statement execute function enter_by_tags();
