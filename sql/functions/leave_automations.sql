-- Ends the contacts' unfinished entries in all automations. Returns the number of ended entries. Locks automations in the order
-- of their IDs (see enter_automations).
create or replace function leave_automations(p_account bigint, p_contacts bigint[]) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_left bigint;
begin
  perform from automation a
  where a.account_id = p_account and a.id in (
    select e.automation_id from automation_entry e
    where e.account_id = p_account and e.contact_id = any(p_contacts) and e.item_id is not null
  )
  order by a.id for no key update;
  if not found then
    return 0;
  end if;
  with held as materialized (
    select e.automation_id, e.contact_id, e.item_id from automation_entry e
    where e.account_id = p_account and e.contact_id = any(p_contacts) and e.item_id is not null
    order by e.automation_id, e.contact_id for no key update
  ), gone as (
    update automation_entry e set item_id = null, ended_at = now(), wait_ends_at = null
    from held h where e.account_id = p_account and e.automation_id = h.automation_id and e.contact_id = h.contact_id
    returning h.automation_id, h.item_id
  ), automations as (
    update automation a set ended = a.ended + c.entries
    from (select automation_id, count(*) as entries from gone group by automation_id) c
    where a.account_id = p_account and a.id = c.automation_id
  ), items as (
    update automation_item i set waiting = i.waiting - c.entries
    from (select item_id, count(*) as entries from gone group by item_id) c
    where i.account_id = p_account and i.id = c.item_id
  )
  select count(*) into v_left from gone;
  return v_left;
end
$$;
