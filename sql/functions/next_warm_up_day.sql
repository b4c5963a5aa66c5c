-- Returns the ramp day that follows the state w. This is the next day if email was sent and receivers rejected at most
-- p_hold_percent of it for policy reasons, day 1 if no email was sent for more than 30 days, and otherwise the same day. Returns
-- null (no limit) after p_last_day.
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
