-- Returns the number of seconds until the quiet hours (see automation.quiet_hours) end, or null if the current time is
-- outside the quiet hours. Quiet hours can span midnight. p_now is the current time.
create or replace function quiet_seconds(p_hours jsonb, p_timezone text, p_now timestamptz) returns double precision
language sql stable
as $$
  select extract(epoch from (
      date_trunc('day', h.here) + make_interval(days => (h.here::time >= h.until)::integer) + h.until
    ) at time zone p_timezone - p_now)::float8
  from (
    select p_now at time zone p_timezone as here, (p_hours ->> 'from')::time as since, (p_hours ->> 'until')::time as until
  ) h
  where case when h.since < h.until then h.here::time >= h.since and h.here::time < h.until
    else h.here::time >= h.since or h.here::time < h.until end
$$;
