-- Returns whether any queue row belongs to a delivery process. The planner settings and the `order by` clauses force both queries
-- to use their indexes.
create or replace function has_deliveries(p_worker smallint) returns boolean
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
  perform from delivery
  where worker = p_worker and is_ready and next_at is not null
  order by worker, class, account_id, next_at limit 1;
  if found then
    return true;
  end if;
  perform from delivery
  where worker = p_worker and not is_ready and next_at is not null
  order by next_at, worker limit 1;
  return found;
end
$$;
