-- Makes the deferred recipients that match an operator's filter due (see make_late_due_of). A distributed database has another
-- variant of this function, which processes one account after another (sql/citus/tools.sql).
create or replace function make_late_due(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer
) returns integer
language plpgsql as $$
begin
  return make_late_due_of(p_account, p_domain, p_site, p_tag, p_seconds, p_limit);
end
$$;
