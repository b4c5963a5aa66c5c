-- Enters a contact into the automations that are triggered by the contact's lists. Uses the index list_member_by_contact.
create or replace function enter_automations_by_lists(p_account bigint, p_contact bigint) returns void
language plpgsql as $$
declare
  v_found record;
begin
  select array_agg(t.id) as triggers, array_agg(m.contact_id) as contacts into v_found
  from list_member m
  join automation_trigger t on t.account_id = p_account and t.list_id = m.list_id and t.type = 'apply_list' and t.is_live
  where m.account_id = p_account and m.contact_id = p_contact;
  if v_found.triggers is not null then
    perform enter_automations(p_account, v_found.triggers, v_found.contacts);
  end if;
end
$$;
