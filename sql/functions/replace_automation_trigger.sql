-- Replaces the trigger of an automation: sets its type, list, and campaign, gives the trigger a new ID, and turns it off. Uses
-- the unique key of the automation.
create or replace function replace_automation_trigger(p_account bigint, p_automation bigint, p_type text, p_list bigint, p_campaign bigint)
returns void
language plpgsql as $$
declare
  v_id constant bigint := nextval(pg_get_serial_sequence('automation_trigger', 'id'));
begin
  update automation_trigger t set id = v_id, type = p_type, list_id = p_list, campaign_id = p_campaign, is_live = false,
    created_at = now(), updated_at = now()
  where t.account_id = p_account and t.automation_id = p_automation;
end
$$;
