-- Variant of enter_automations for a distributed database. Runs on the server that stores the automation. Citus does
-- not allow lookups in `on conflict do update`, so repeated and first entries are added in two statements. Has the same
-- contract as sql/functions/enter_automations.sql, except that no notification is sent: workers do not forward
-- notifications, and a distributed transaction cannot send any.

create or replace function enter_automations(
  p_account bigint, p_triggers bigint[], p_contacts bigint[], p_events bigint[] default null
) returns bigint
language plpgsql as $$
declare
  v_now constant timestamptz := now();
  v_automations bigint[];
  v_items bigint[];
  v_ended bigint[];
  v_ended_items bigint[];
  v_new record;
  v_entered bigint;
begin
  perform a.id from automation a
  where a.account_id = p_account and a.id in (
    select t.automation_id from automation_trigger t where t.account_id = p_account and t.id = any(p_triggers)
  )
  order by a.id for no key update;

  select array_agg(e.automation_id), array_agg(e.item_id) into v_ended, v_ended_items
  from (
    select distinct t.automation_id, g.contact_id
    from unnest(p_triggers, p_contacts) as g (trigger_id, contact_id)
    join automation_trigger t on t.account_id = p_account and t.id = g.trigger_id and t.is_live
    join contact_stat s on s.account_id = p_account and s.contact_id = g.contact_id and s.flags = 0
  ) g
  join automation a on a.account_id = p_account and a.id = g.automation_id and a.reentry = 'always'
  join automation_entry e on e.account_id = p_account and e.automation_id = a.id and e.contact_id = g.contact_id
  where e.item_id is not null and e.entered_at < v_now - make_interval(hours => a.reentry_hours);

  with given as (
    select distinct on (t.automation_id, g.contact_id) t.automation_id, t.id as trigger_id, t.first_item_id, g.contact_id, g.event_id
    from unnest(p_triggers, p_contacts, p_events) as g (trigger_id, contact_id, event_id)
    join automation_trigger t on t.account_id = p_account and t.id = g.trigger_id and t.is_live
    join contact_stat s on s.account_id = p_account and s.contact_id = g.contact_id and s.flags = 0
    order by t.automation_id, g.contact_id, t.position, g.event_id desc
  ), again as (
    update automation_entry e
    set trigger_id = n.trigger_id, event_id = n.event_id, base_at = v_now, entered_at = v_now, ended_at = null, wait_ends_at = null,
      item_id = n.item_id, done = n.done
    from (
      select f.automation_id, f.contact_id, f.trigger_id, f.event_id, case when f.is_allowed then '{}' else f.done end as done,
        case when f.is_allowed then f.first_item_id else (
          select i.id from automation_item i
          where i.account_id = p_account and i.automation_id = f.automation_id and i.deleted_at is null
            and i.send_order > 0 and i.id <> all(f.done)
          order by i.send_order, i.id limit 1
        ) end as item_id
      from (
        select o.automation_id, o.contact_id, g.trigger_id, g.event_id, g.first_item_id, o.done, o.item_id is null as is_over,
          a.reentry = 'never' and o.trigger_id <> g.trigger_id as is_other,
          a.reentry <> 'never' and (o.item_id is null or a.reentry = 'always')
            and o.entered_at < v_now - make_interval(hours => a.reentry_hours) as is_allowed
        from given g
        join automation a on a.account_id = p_account and a.id = g.automation_id
        join automation_entry o on o.account_id = p_account and o.automation_id = g.automation_id and o.contact_id = g.contact_id
      ) f
      where f.is_allowed or (f.is_over and f.is_other)
    ) n
    where e.account_id = p_account and e.automation_id = n.automation_id and e.contact_id = n.contact_id and n.item_id is not null
    returning e.automation_id, e.item_id
  )
  select array_agg(a.automation_id), array_agg(a.item_id) into v_automations, v_items from again a;

  with given as (
    select distinct on (t.automation_id, g.contact_id) t.automation_id, t.id as trigger_id, t.first_item_id, g.contact_id, g.event_id
    from unnest(p_triggers, p_contacts, p_events) as g (trigger_id, contact_id, event_id)
    join automation_trigger t on t.account_id = p_account and t.id = g.trigger_id and t.is_live
    join contact_stat s on s.account_id = p_account and s.contact_id = g.contact_id and s.flags = 0
    order by t.automation_id, g.contact_id, t.position, g.event_id desc
  ), entered as (
    insert into automation_entry (account_id, automation_id, contact_id, trigger_id, event_id, item_id, base_at)
    select p_account, g.automation_id, g.contact_id, g.trigger_id, g.event_id, g.first_item_id, v_now
    from given g order by g.automation_id, g.contact_id
    on conflict (account_id, automation_id, contact_id) do nothing
    returning automation_id, item_id
  )
  select array_agg(e.automation_id) as automations, array_agg(e.item_id) as items into v_new from entered e;
  v_automations := v_automations || v_new.automations;
  v_items := v_items || v_new.items;

  update automation a set entered = a.entered + c.entries, ended = a.ended + c.ended
  from (
    select n.id, count(*) filter (where n.is_new) as entries, count(*) filter (where not n.is_new) as ended
    from (
      select e.id, true as is_new from unnest(v_automations) as e (id)
      union all select e.id, false from unnest(v_ended) as e (id)
    ) n group by n.id
  ) c
  where a.account_id = p_account and a.id = c.id;
  update automation_item i set waiting = i.waiting - c.entries
  from (select n.id, count(*) as entries from unnest(v_ended_items) as n (id) group by n.id) c
  where i.account_id = p_account and i.id = c.id;
  with items as (
    update automation_item i set waiting = i.waiting + c.entries,
      next_at = case when i.failures > 0 and i.next_at is not null then i.next_at
        else least(i.next_at, seconds_after(v_now, i.delay_hours * 3600.0)) end
    from (select n.id, count(*) as entries from unnest(v_items) as n (id) group by n.id) c
    where i.account_id = p_account and i.id = c.id
    returning c.entries
  )
  select sum(entries) into v_entered from items;
  return coalesce(v_entered, 0);
end
$$;
