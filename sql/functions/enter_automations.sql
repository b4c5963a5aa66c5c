-- Enters contacts into automations and returns how many entered. p_triggers, p_contacts, and p_events are parallel arrays.
-- p_events contains the events that triggered the entries, if any. Skips triggers that are not live and contacts that cannot be
-- mailed. If automation.reentry allows it, a contact enters again and receives all emails again, and an entry that is in progress
-- ends. If automation.reentry is never, a contact that has finished or left can still enter again through another trigger, but not
-- through the same trigger twice in a row, and receives the emails that it has not been sent yet. Notifies postrider_automations if a
-- step is due immediately.
-- Code that adds, moves, or ends entries of an automation or changes its emails must first lock the contacts and then the
-- automations in the order of their IDs.
create or replace function enter_automations(
  p_account bigint, p_triggers bigint[], p_contacts bigint[], p_events bigint[] default null
) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_entered bigint;
  v_is_near boolean;
begin
  perform from automation a
  where a.account_id = p_account and a.id in (
    select t.automation_id from automation_trigger t where t.account_id = p_account and t.id = any(p_triggers)
  )
  order by a.id for no key update;
  with given as materialized (
    -- A contact can be given for several triggers of an automation, or with several events. The latest event counts.
    select distinct on (t.automation_id, g.contact_id) t.automation_id, t.id as trigger_id, t.first_item_id, g.contact_id, g.event_id
    from unnest(p_triggers, p_contacts, p_events) as g (trigger_id, contact_id, event_id)
    join automation_trigger t on t.account_id = p_account and t.id = g.trigger_id and t.is_live
    join contact_stat s on s.account_id = p_account and s.contact_id = g.contact_id and s.flags = 0
    order by t.automation_id, g.contact_id, t.position, g.event_id desc
  ), restarted as materialized (
    select e.automation_id, e.item_id
    from given g
    join automation a on a.account_id = p_account and a.id = g.automation_id and a.reentry = 'always'
    -- Forces a lookup by primary key, whatever the planner estimates.
    cross join lateral (
      select o.automation_id, o.item_id, o.entered_at from automation_entry o
      where o.account_id = p_account and o.automation_id = a.id and o.contact_id = g.contact_id offset 0
    ) e
    where e.item_id is not null and e.entered_at < now() - make_interval(hours => a.reentry_hours)
  ), entered as (
    insert into automation_entry as e (account_id, automation_id, contact_id, trigger_id, event_id, item_id, base_at)
    select p_account, g.automation_id, g.contact_id, g.trigger_id, g.event_id, g.first_item_id, now()
    from given g order by g.automation_id, g.contact_id
    on conflict (account_id, automation_id, contact_id) do update
    set trigger_id = excluded.trigger_id, event_id = excluded.event_id, base_at = excluded.base_at, entered_at = now(),
      ended_at = null, wait_ends_at = null,
      done = case when can_enter_again(p_account, e.automation_id, e.item_id, e.entered_at) then '{}' else e.done end,
      item_id = case when can_enter_again(p_account, e.automation_id, e.item_id, e.entered_at) then excluded.item_id
        else next_automation_item(p_account, e.automation_id, 0, e.done) end
    where can_enter_again(p_account, e.automation_id, e.item_id, e.entered_at)
      or (e.item_id is null and e.trigger_id <> excluded.trigger_id
        and exists (
          select from automation a where a.account_id = p_account and a.id = e.automation_id and a.reentry = 'never')
        and next_automation_item(p_account, e.automation_id, 0, e.done) is not null)
    returning e.automation_id, e.item_id
  ), counted as (
    select automation_id, item_id, sum(entries) as entries, sum(ended) as ended from (
      select automation_id, item_id, 1 as entries, 0 as ended from entered
      union all
      select automation_id, item_id, 0, 1 from restarted
    ) c group by automation_id, item_id
  ), automations as (
    update automation a set entered = a.entered + c.entries, ended = a.ended + c.ended
    from (select automation_id, sum(entries) as entries, sum(ended) as ended from counted group by automation_id) c
    where a.account_id = p_account and a.id = c.automation_id
  ), items as (
    update automation_item i set waiting = i.waiting + c.entries - c.ended,
      -- If the last attempt to send the email failed, keep the time of the retry.
      next_at = case when c.entries = 0 or (i.failures > 0 and i.next_at is not null) then i.next_at
        else least(i.next_at, now() + make_interval(hours => i.delay_hours)) end
    from counted c where i.account_id = p_account and i.id = c.item_id
    returning c.entries, c.entries > 0 and i.delay_hours = 0 as is_near
  )
  select sum(entries), bool_or(is_near) into v_entered, v_is_near from items;
  if v_is_near then
    perform pg_notify('postrider_automations', '');
  end if;
  return coalesce(v_entered, 0);
end
$$;
