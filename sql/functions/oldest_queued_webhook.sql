-- Returns the lowest possible ID on the oldest UTC day before p_before that has a queued webhook delivery, or p_before
-- if there is no such day. The planner settings rule out full scans.
create or replace function oldest_queued_webhook(p_before uuid) returns uuid
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  v_day date;
begin
  for v_day in
    select to_date(right(c.relname, 8), 'YYYYMMDD') from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_delivery'::regclass and c.relname ~ '^webhook_delivery_[0-9]{8}$'
      and uuid_at(to_date(right(c.relname, 8), 'YYYYMMDD')) < p_before
    order by 1
  loop
    if exists (
      select from webhook_delivery d
      where not d.is_waiting and d.next_at is not null and d.id >= uuid_at(v_day) and d.id < uuid_at(v_day + 1)
    ) or exists (
      select from webhook_delivery d
      where d.is_waiting and d.next_at is not null and d.id >= uuid_at(v_day) and d.id < uuid_at(v_day + 1)
    ) then
      return uuid_at(v_day);
    end if;
  end loop;
  return p_before;
end
$$;
