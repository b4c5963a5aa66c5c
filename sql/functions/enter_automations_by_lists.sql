-- Enters a contact that has become mailable into the automations that are triggered by its lists, its tags, or its
-- creation. Uses the indexes list_member_by_contact and tag_member_by_contact.
create or replace function enter_automations_by_lists(p_account bigint, p_contact bigint) returns void
language plpgsql as $$
declare
  v_triggers bigint[];
begin
  select array_agg(f.id) into v_triggers from (
    select t.id from list_member m
    join automation_trigger t on t.account_id = p_account and t.list_id = m.list_id and t.is_live
    where m.account_id = p_account and m.contact_id = p_contact
    union all
    select t.id from tag_member m
    join automation_trigger t on t.account_id = p_account and t.tag_id = m.tag_id and t.is_live
    where m.account_id = p_account and m.contact_id = p_contact
    union all
    select t.id from automation_trigger t
    join contact c on c.account_id = p_account and c.id = p_contact
    where t.account_id = p_account and t.type = 'contact_created' and t.is_live
      and (t.source is null or t.source = contact_source(c.import_id, c.form_id))
  ) f;
  if v_triggers is not null then
    perform enter_automations(p_account, v_triggers, array_fill(p_contact, array[cardinality(v_triggers)]));
  end if;
end
$$;
