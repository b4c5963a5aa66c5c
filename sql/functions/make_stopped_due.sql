-- For all accounts, reschedules recipients whose sites were stopped (see make_stopped_due_of). Distributed databases
-- use another variant of this function, which processes one account after another (sql/citus/tools.sql).
create or replace function make_stopped_due(p_seconds float8, p_limit integer) returns integer
language plpgsql as $$
begin
  return make_stopped_due_of(null, p_seconds, p_limit);
end
$$;
