-- Ends the entries of contacts for whom an event is the goal of their automation, and ends waits for these events. The arrays are
-- parallel. Returns whether a wait in an active automation ended. Locks all automations that the events can affect, in the order
-- of their IDs (see enter_automations).
create or replace function continue_by_events(p_account bigint, p_names text[], p_contacts bigint[], p_events bigint[])
returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  perform from automation a
  where a.account_id = p_account and (
    (a.goal_event = any(p_names) and a.deleted_at is null)
    or a.id in (select i.automation_id from automation_item i where i.account_id = p_account and i.event_name = any(p_names))
    or a.id in (
      select t.automation_id from automation_trigger t
      where t.account_id = p_account and t.event_name = any(p_names) and t.is_live)
  )
  order by a.id for no key update;
  with reached as (
    select distinct e.automation_id, e.contact_id, e.item_id, e.entered_at
    from unnest(p_names, p_contacts) as n (name, contact_id)
    join automation a on a.account_id = p_account and a.goal_event = n.name and a.deleted_at is null
    join automation_entry e on e.account_id = p_account and e.automation_id = a.id and e.contact_id = n.contact_id
    where e.item_id is not null
  ), gone as (
    update automation_entry e set item_id = null, ended_at = now(), wait_ends_at = null
    from reached r where e.account_id = p_account and e.automation_id = r.automation_id and e.contact_id = r.contact_id
    returning r.automation_id, r.item_id, r.entered_at
  ), automations as (
    update automation a set ended = a.ended + c.entries, goals = a.goals + c.entries,
      goal_seconds = a.goal_seconds + c.seconds
    from (
      select automation_id, count(*) as entries, sum(extract(epoch from now() - entered_at))::bigint as seconds
      from gone group by automation_id
    ) c
    where a.account_id = p_account and a.id = c.automation_id
  )
  update automation_item i set waiting = i.waiting - c.entries, goals = i.goals + c.entries
  from (select item_id, count(*) as entries from gone group by item_id) c
  where i.account_id = p_account and i.id = c.item_id;
  with woken as (
    update automation_entry e set base_at = now(), wait_ends_at = now(), event_id = n.event_id
    from (
      select i.id, i.automation_id, g.contact_id, max(g.event_id) as event_id
      from unnest(p_names, p_contacts, p_events) as g (name, contact_id, event_id)
      join automation_item i on i.account_id = p_account and i.event_name = g.name
      group by i.id, i.automation_id, g.contact_id
    ) n
    where e.account_id = p_account and e.automation_id = n.automation_id and e.contact_id = n.contact_id and e.item_id = n.id
    returning e.automation_id, e.item_id
  )
  update automation_item i set next_at = now()
  from (select distinct item_id from woken) w, automation a
  where i.account_id = p_account and i.id = w.item_id and a.account_id = p_account and a.id = i.automation_id and a.active;
  return found;
end
$$;
