-- Returns the lowest message ID of the first UTC day before p_recent on which a row is ready or due. Returns p_recent
-- if there is no such day. Ignores held rows and rows that are due later. The planner settings keep both queries on
-- their indexes.
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
    -- The ORDER BY clauses make both queries use their indexes.
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
    -- The first 48 bits of a UUIDv7 are milliseconds since the Unix epoch. The next iteration searches earlier days only.
    v_first := uuid_at((to_timestamp(
      ('x0000' || left(replace(v_found::text, '-', ''), 12))::bit(64)::bigint / 1000.0
    ) at time zone 'utc')::date);
  end loop;
end
$$;
