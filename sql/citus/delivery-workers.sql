-- Makes the rows of a worker anybody's and says how many: all at once and not `p_limit`, because over several servers nothing
-- says which rows are the first. Nobody else leases what bears the number of a worker.
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
