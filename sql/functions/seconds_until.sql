-- Returns the number of seconds until p_time (UTC), rounded up to the next whole second. The minimum is 1.
create or replace function seconds_until(p_time timestamp) returns integer
language sql stable as $$
  select greatest(1, ceil(extract(epoch from p_time - (now() at time zone 'utc'))))::integer
$$;
