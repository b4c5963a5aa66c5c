-- Reserves up to p_wanted emails of today's warm-up limit for a sender domain, a source, and a provider. Returns whether there is
-- no limit (is_warm), the number of emails reserved, the UTC day, and the milliseconds left in that day. p_ramp contains the
-- limit for each ramp day, and next_warm_up_day explains p_hold_percent. The first call for a source records its start in
-- warm_up_start.
create or replace function take_warm_up(
  p_source text, p_sender_domain text, p_provider text, p_wanted integer, p_ramp integer[], p_hold_percent float8
) returns table (is_warm boolean, taken integer, day text, day_left_ms float8)
language plpgsql as $$
#variable_conflict use_column
declare
  today constant date := (now() at time zone 'utc')::date;
  days constant integer := cardinality(p_ramp);
  w warm_up;
  v_began_at timestamptz;
  v_room integer;
begin
  select * into w from warm_up
  where source = p_source and sender_domain = p_sender_domain and provider = p_provider;
  if found and w.ramp_day is null then
    -- The most common case, in which nothing is written.
    return query select true, 0, today::text,
      extract(epoch from ((today + 1)::timestamp at time zone 'utc') - clock_timestamp())::float8 * 1000;
    return;
  end if;
  if not found then
    insert into warm_up_start values (p_source, '', now()) on conflict do nothing;
    select began_at into v_began_at from warm_up_start
    where source = p_source and sender_domain in ('', p_sender_domain)
    order by sender_domain desc limit 1;
    insert into warm_up (source, sender_domain, provider, ramp_day, day)
    values (p_source, p_sender_domain, p_provider,
      case when coalesce(v_began_at, now()) > now() - make_interval(days => days) then 1 end, today)
    on conflict do nothing;
  end if;
  select * into w from warm_up
  where source = p_source and sender_domain = p_sender_domain and provider = p_provider for update;
  if not found then
    -- A concurrent reset deleted the row. Reserve nothing, and let the caller retry immediately.
    return query select false, 0, today::text, 0::float8;
    return;
  end if;
  -- Never set the day back: a transaction that began before midnight may get the row lock after a transaction that began after
  -- midnight.
  if w.day < today then
    w.ramp_day := next_warm_up_day(w, today, days, p_hold_percent);
    w.day := today;
    w.granted := 0;
    w.policy_bounces := 0;
  end if;
  if w.ramp_day > days then
    w.ramp_day := null;
  end if;
  v_room := case when w.ramp_day is null then 0 else greatest(0, p_ramp[w.ramp_day] - w.granted) end;
  v_room := least(v_room, p_wanted);
  update warm_up
  set ramp_day = w.ramp_day, day = w.day, granted = w.granted + v_room, policy_bounces = w.policy_bounces
  where source = p_source and sender_domain = p_sender_domain and provider = p_provider;
  return query select w.ramp_day is null, v_room, w.day::text,
    extract(epoch from ((w.day + 1)::timestamp at time zone 'utc') - clock_timestamp())::float8 * 1000;
end
$$;
