-- Returns the time p_seconds after p_at. Declared immutable because Citus requires it in places: adding an interval is only
-- stable, because of intervals of days and months.
create or replace function seconds_after(p_at timestamptz, p_seconds float8) returns timestamptz
language sql immutable parallel safe as $$
  select p_at + make_interval(secs => p_seconds)
$$;
