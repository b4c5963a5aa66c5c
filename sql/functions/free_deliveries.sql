-- Releases up to p_limit queue rows of a delivery process, so that any process may take them. Returns the number of released
-- rows. Skips locked rows. The planner settings and the sort order force index scans in both updates.
create or replace function free_deliveries(p_worker smallint, p_limit integer) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ready integer;
  v_waiting integer;
begin
  with held as materialized (
    select account_id, message_id, recipient_no from delivery
    where worker = p_worker and is_ready and next_at is not null
    order by worker, class, account_id, next_at limit p_limit
    for update skip locked
  )
  update delivery d set worker = 0 from held
  where d.account_id = held.account_id and d.message_id = held.message_id and d.recipient_no = held.recipient_no;
  get diagnostics v_ready = row_count;
  with held as materialized (
    select account_id, message_id, recipient_no from delivery
    where worker = p_worker and not is_ready and next_at is not null
    order by next_at, worker limit p_limit - v_ready
    for update skip locked
  )
  update delivery d set worker = 0 from held
  where d.account_id = held.account_id and d.message_id = held.message_id and d.recipient_no = held.recipient_no;
  get diagnostics v_waiting = row_count;
  return v_ready + v_waiting;
end
$$;
