-- Returns the ramp day for p_today, given the state w of an earlier day. This is day 1 if w is more than 30 days old,
-- the same day if no email was sent or if receivers rejected more than p_hold_percent of it for policy reasons, and
-- otherwise the next day. Returns null (no limit) after p_last_day. If w has no limit or is not older than p_today,
-- returns its ramp day.
create or replace function next_warm_up_day(w warm_up, p_today date, p_last_day integer, p_hold_percent float8) returns smallint
language sql immutable as $$
  select case
    when w.ramp_day is null or w.day >= p_today then w.ramp_day
    when w.granted = 0 or w.policy_bounces > w.granted * p_hold_percent / 100 then
      case when p_today - w.day > 30 then 1 else w.ramp_day end
    when p_today - w.day > 30 then 1
    when w.ramp_day >= p_last_day then null
    else w.ramp_day + 1
  end::smallint
$$;
