-- Ways out, besides the one of the settings. They are the installation's, so no account is in their keys.

-- An address of ours that mail is sent from. Sources of one pool share the mail that a rule gives to the pool.
create table route_source (
  name text primary key,
  pool text not null,
  -- Null: the system's choice.
  ipv4 text,
  ipv6 text,
  -- The name that the address has in DNS, which EHLO announces.
  ehlo_name text not null,
  created_at timestamptz not null default now()
);

-- A server of somebody else that sends on. The URL holds a password and is sealed by the master secret.
create table route_relay (
  name text primary key,
  sealed_url bytea not null,
  max_connections integer not null check (max_connections > 0),
  created_at timestamptz not null default now()
);

-- Which mail takes which ways, in their order; null matches everything. The most specific rule decides.
create table route_rule (
  id bigint generated always as identity primary key,
  account_id bigint,
  -- A domain, or '*.' and the end of one.
  sender_domain text,
  recipient_domain text,
  class text check (class in ('transactional', 'automation', 'confirmation', 'campaign')),
  -- 'inbox', 'direct', 'direct:POOL' or 'relay:NAME'.
  ways text[] not null check (cardinality(ways) > 0),
  created_at timestamptz not null default now(),
  -- Two rules about the same mail would leave it to chance which one decides.
  unique nulls not distinct (account_id, sender_domain, recipient_domain, class)
);

-- One row, raised by each change: processes read it once a second, and the tables above only when it has moved. A
-- sequence would not do, because it moves before the change can be seen.
create table route_version (
  version bigint not null
);
insert into route_version values (1);

-- Since when a source (sender_domain '') or a domain on it counts as new to receivers. What begins to send within the
-- length of a ramp after that is warmed up; what begins later stands on the source's good name. Reputation belongs to
-- an address and a domain, whichever account sends.
create table warm_up_start (
  source text not null,
  sender_domain text not null,
  began_at timestamptz not null,
  primary key (source, sender_domain)
);

-- How much of its ramp a sender domain has behind it on a source at a provider, and the share of `day` (UTC).
create table warm_up (
  source text not null,
  sender_domain text not null,
  provider text not null,
  -- The day of the ramp, from 1; null when there is no limit any more.
  ramp_day smallint check (ramp_day > 0),
  day date not null,
  -- Mails of the day that processes may send or have sent.
  granted integer not null default 0,
  -- Mails of the day that were refused for reasons of policy.
  policy_bounces integer not null default 0,
  primary key (source, sender_domain, provider)
) with (fillfactor = 50);

-- The day of the ramp that follows a day: the next one when mail was sent and not too much of it refused, the same one
-- otherwise, the first after a month of silence. Null (no limit) behind the last.
create function next_warm_up_day(w warm_up, p_today date, p_last_day integer, p_hold_percent float8) returns smallint
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

-- Takes up to `p_wanted` mails of today's share, or says that there is no limit. `p_ramp` holds the share of each day.
-- The first taking of a source makes its start.
create function take_warm_up(
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
    -- The common case writes nothing.
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
    -- Reset at this moment: nothing is taken, and the day to wait for has begun.
    return query select false, 0, today::text, 0::float8;
    return;
  end if;
  -- A process whose transaction began before midnight may come after one that began behind it.
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
