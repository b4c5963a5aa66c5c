-- Reschedules recipients whose sites were stopped, in all accounts, see make_stopped_due_of. A distributed database has a form
-- that works account by account (sql/citus/tools.sql).
create or replace function make_stopped_due(p_seconds float8, p_limit integer) returns integer
language plpgsql as $$
begin
  return make_stopped_due_of(null, p_seconds, p_limit);
end
$$;
