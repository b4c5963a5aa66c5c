-- Returns the time p_seconds after p_at. Declared as immutable because Citus requires this in some places. Adding an interval is
-- only stable, because an interval can contain days and months.
create or replace function seconds_after(p_at timestamptz, p_seconds float8) returns timestamptz
language sql immutable parallel safe as $$
  select p_at + make_interval(secs => p_seconds)
$$;
