-- Releases all queue rows of a delivery process, so that any process may take them. Returns the number of released
-- rows. Ignores p_limit, because a distributed update cannot be limited to the first rows.
create or replace function free_deliveries(p_worker smallint, p_limit integer) returns integer
language plpgsql as $$
declare
  v_freed integer;
begin
  update delivery d set worker = 0 where d.worker = p_worker and d.next_at is not null;
  get diagnostics v_freed = row_count;
  return v_freed;
end
$$;
