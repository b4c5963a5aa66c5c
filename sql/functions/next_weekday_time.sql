-- Returns the next time after p_after that is at p_time on one of p_weekdays (1 is Monday) in p_timezone.
create or replace function next_weekday_time(
  p_after timestamptz, p_weekdays integer[], p_time time, p_timezone text
) returns timestamptz
language sql stable
as $$
  select min(d.at) from (
    select (date_trunc('day', p_after at time zone p_timezone) + make_interval(days => n) + p_time) at time zone p_timezone as at
    from generate_series(0, 8) as n
  ) d
  where d.at > p_after and extract(isodow from d.at at time zone p_timezone) = any(p_weekdays)
$$;
