-- The first day before `p_recent` of which a row is ready or due, as the least id of a message of that day; `p_recent`
-- where there is none. What is held for ever, or due later, is none.
create or replace function first_due_day(p_recent uuid) returns uuid
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_first uuid := p_recent;
  v_found uuid;
begin
  loop
    -- The order keeps both to their index.
    select d.message_id into v_found from delivery d
    where d.is_ready and d.next_at <= now() and d.message_id < v_first
    order by d.worker, d.class, d.account_id, d.next_at limit 1;
    if not found then
      select d.message_id into v_found from delivery d
      where not d.is_ready and d.next_at <= now() and d.message_id < v_first
      order by d.next_at limit 1;
    end if;
    if not found then
      return v_first;
    end if;
    -- The first 48 bits are the time in milliseconds; what is found next is of a day before.
    v_first := uuid_at((to_timestamp(
      ('x0000' || left(replace(v_found::text, '-', ''), 12))::bit(64)::bigint / 1000.0
    ) at time zone 'utc')::date);
  end loop;
end
$$;
