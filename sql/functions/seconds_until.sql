-- Returns the number of whole seconds until a time in UTC, but at least 1.
create or replace function seconds_until(p_time timestamp) returns integer
language sql stable as $$
  select greatest(1, ceil(extract(epoch from p_time - (now() at time zone 'utc'))))::integer
$$;
