-- Returns the first step of an automation after the position p_behind. Skips the steps in p_done, which are the emails
-- that were already sent to the contact. Returns null if there is no such step. Uses the index automation_item_of.
create or replace function next_automation_item(p_account bigint, p_automation bigint, p_behind integer, p_done bigint[])
returns bigint
language sql stable as $$
  select i.id from automation_item i
  where i.account_id = p_account and i.automation_id = p_automation and i.deleted_at is null
    and i.send_order > p_behind and i.id <> all(p_done)
  order by i.send_order, i.id limit 1
$$;
