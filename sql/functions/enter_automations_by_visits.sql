-- Enters contacts into automations that are triggered by opens and clicks of campaign emails. The arrays are parallel,
-- and p_types contains trigger types. Uses the index automation_trigger_live_campaign.
create or replace function enter_automations_by_visits(p_account bigint, p_campaigns bigint[], p_contacts bigint[], p_types text[])
returns void
language plpgsql as $$
declare
  v_found record;
begin
  select array_agg(t.id) as triggers, array_agg(g.contact_id) as contacts into v_found
  from unnest(p_campaigns, p_contacts, p_types) as g (campaign_id, contact_id, type)
  join automation_trigger t on t.account_id = p_account and t.campaign_id = g.campaign_id and t.type = g.type and t.is_live;
  if v_found.triggers is not null then
    perform enter_automations(p_account, v_found.triggers, v_found.contacts);
  end if;
end
$$;
