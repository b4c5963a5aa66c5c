-- Whole seconds until a time of UTC, at least one.
create or replace function seconds_until(p_time timestamp) returns integer
language sql stable as $$
  select greatest(1, ceil(extract(epoch from p_time - (now() at time zone 'utc'))))::integer
$$;
