-- More of what works over the rows of all accounts at once, as functions, so that a database of several servers can have another
-- form of it (sql/citus); and what counts as immutable where Citus asks for that.
-- So many seconds later. Adding an interval counts as one that may change, for intervals of days and months.
create or replace function seconds_after(p_at timestamptz, p_seconds float8) returns timestamptz
language sql immutable parallel safe as $$
  select p_at + make_interval(secs => p_seconds)
$$;
