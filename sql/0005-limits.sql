-- What a plan allows. Null: no limit. The rates are defaults of each key.
alter table plan
  add column rate_per_second integer check (rate_per_second > 0),
  add column rate_per_minute integer check (rate_per_minute > 0),
  -- Price of a thousand mails beyond the monthly quota, in US cents; null where there is no overage.
  add column overage_cents_per_thousand integer check (overage_cents_per_thousand > 0);

update plan set rate_per_second = 5, rate_per_minute = 300 where name in ('free', 'paid');
update plan set overage_cents_per_thousand = 50 where name = 'paid';

alter table account
  add column overage_enabled boolean not null default false,
  -- What overage may cost in a month, in US cents.
  add column overage_cap_cents integer not null default 5000 check (overage_cap_cents >= 0),
  -- A send to a suppressed address: false refuses it, true accepts it and reports the recipient as suppressed.
  add column report_suppressed boolean not null default false,
  -- Outcomes before this time do not count towards an automatic pause: set when a pause is lifted.
  add column health_since timestamptz not null default '-infinity';

alter table api_key
  add column rate_per_second integer check (rate_per_second > 0),
  add column rate_per_minute integer check (rate_per_minute > 0);

-- Mails that an account may send in a month: the plan's, and what overage may add. Null: no limit.
create function monthly_limit(a account, p plan) returns bigint
language sql immutable as $$
  select p.monthly_quota + case
    when a.overage_enabled then coalesce(a.overage_cap_cents::bigint * 1000 / p.overage_cents_per_thousand, 0) else 0
  end
$$;

-- Mails counted, a row an account and calendar month (UTC); `day_used` belongs to `day`.
create table account_usage (
  account_id bigint not null,
  month date not null,
  used bigint not null default 0,
  day date not null,
  day_used bigint not null default 0,
  primary key (account_id, month)
) with (fillfactor = 50);

-- Answers to requests with an Idempotency-Key, for 24 hours; written with the messages they answer for.
create table idempotency (
  account_id bigint not null,
  key text not null,
  fingerprint text not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);

create index idempotency_created_at on idempotency (created_at);

-- Addresses that an account does not write to; in lower case.
create table suppression (
  account_id bigint not null,
  -- Compared by its bytes, so that all addresses that begin alike are neighbours in the key.
  address text collate "C" not null,
  reason text not null check (reason in ('bounced', 'complained', 'manual')),
  -- The server's words, or a person's note.
  detail text,
  -- The message that caused it, when one did.
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, address)
);

create index suppression_newest on suppression (account_id, created_at, address);

-- Token buckets of keys: what is left of a second's and of a minute's requests. Unlogged: after a crash they are full.
create unlogged table rate_bucket (
  key_id bigint primary key,
  per_second integer,
  per_minute integer,
  second_tokens double precision not null,
  minute_tokens double precision not null,
  -- Tokens given at the last taking; before it, tokens wanted.
  granted integer not null,
  taken_at timestamptz not null
) with (fillfactor = 50);

-- Takes tokens of several keys at once, as many as each has left; a null rate does not limit. A bucket holds one second's
-- and one minute's requests and refills steadily, by the database's clock.
create function take_tokens(p_keys bigint[], p_per_second integer[], p_per_minute integer[], p_wanted integer[])
returns table (key_id bigint, granted integer, second_tokens double precision, minute_tokens double precision)
language sql as $$
  insert into rate_bucket as b (key_id, per_second, per_minute, second_tokens, minute_tokens, granted, taken_at)
  select w.key_id, w.per_second, w.per_minute,
    coalesce(w.per_second, w.wanted) - least(w.wanted, w.per_second, w.per_minute),
    coalesce(w.per_minute, w.wanted) - least(w.wanted, w.per_second, w.per_minute),
    least(w.wanted, w.per_second, w.per_minute),
    clock_timestamp()
  from unnest(p_keys, p_per_second, p_per_minute, p_wanted) as w (key_id, per_second, per_minute, wanted)
  order by w.key_id
  on conflict (key_id) do update set (per_second, per_minute, second_tokens, minute_tokens, granted, taken_at) = (
    select excluded.per_second, excluded.per_minute, full_again.seconds - g.granted, full_again.minutes - g.granted,
      g.granted, full_again.at
    from (
      select
        coalesce(least(excluded.per_second, b.second_tokens + excluded.per_second * clock.passed), w.wanted) as seconds,
        coalesce(least(excluded.per_minute, b.minute_tokens + excluded.per_minute * clock.passed / 60), w.wanted) as minutes,
        w.wanted, clock.at
      from (
        select at, greatest(extract(epoch from at - b.taken_at)::float8, 0) as passed
        from (select greatest(clock_timestamp(), b.taken_at) as at) present
      ) clock
      -- On a conflict `excluded.granted` is what was wanted, unless a fresh bucket would not have given it.
      cross join (
        select p_wanted[array_position(p_keys, excluded.key_id)] as wanted
      ) w
    ) full_again
    cross join lateral (
      select greatest(0, least(full_again.wanted, floor(full_again.seconds), floor(full_again.minutes)))::integer as granted
    ) g
  )
  returning b.key_id, b.granted, b.second_tokens, b.minute_tokens
$$;

drop function accept_messages;

-- Accepts messages of one account in one transaction: idempotency, suppression and quota are judged, then message, queue
-- rows, counters and answers stand together or not at all. Arrays run in parallel: one element a message; recipients
-- name their message by its position (from 1). Contents arrive as one binary parameter, because escaping arrays of
-- bytea costs more than storing them. `p_keys` is empty when no message has an idempotency key.
--
-- Returns one array, because a row of columns costs more to give back than to find out: the day that is counted, the
-- counters of its month and of it afterwards (null when nothing was to be counted), then, unless everything was accepted,
-- a verdict a message, then a detail a message. Verdicts: null (accepted), 'replayed' (detail: the original answer),
-- 'conflict', 'suppressed' (detail: the addresses), 'monthly' or 'daily' (quota).
create function accept_messages(
  p_account bigint, p_ids uuid[], p_senders text[], p_subjects text[], p_tags text[], p_heads text[],
  p_content_starts integer[], p_content_sizes integer[], p_contents bytea,
  p_recipient_messages integer[], p_recipient_nos smallint[], p_recipients text[],
  p_counts integer[], p_total bigint, p_keys text[], p_fingerprints text[], p_answers text[]
) returns text[]
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  verdicts text[];
  details text[];
  used_month bigint;
  used_day bigint;
  total bigint;
  month_limit bigint;
  day_limit bigint;
  reports boolean;
  has_suppressions boolean;
  found record;
  kept record;
  -- For a message that repeats a key of this call: the position of the first with it.
  leaders integer[];
begin
  -- Most calls bring no key, to an account that suppresses nobody and whose quota holds them all: one update decides it.
  -- The row is locked once for all messages of the call.
  if cardinality(p_keys) = 0 then
    update account_usage u
    set used = u.used + p_total, day = greatest(u.day, today),
      day_used = case when u.day >= today then u.day_used else 0 end + p_total
    from account a join plan p on p.name = a.plan
    where u.account_id = p_account and u.month = this_month and a.account_id = p_account
      and (p.monthly_quota is null or u.used + p_total <= monthly_limit(a, p))
      and (p.daily_quota is null or case when u.day >= today then u.day_used else 0 end + p_total <= p.daily_quota)
      and not exists (select from suppression s where s.account_id = p_account)
    returning u.used, u.day_used into used_month, used_day;
    if used_month is not null then
      insert into message (account_id, id, sender, subject, tag, head, content)
      select p_account, m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
      from unnest(p_ids, p_senders, p_subjects, p_tags, p_heads, p_content_starts, p_content_sizes)
        as m (id, sender, subject, tag, head, start, size);
      insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
      select p_account, p_ids[r.message], r.recipient_no, r.recipient, now()
      from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient);
      return array[today::text, used_month::text, used_day::text];
    end if;
  end if;

  if cardinality(p_keys) > 0 then
    -- A concurrent request with the same key is waited for, but not for ever.
    perform set_config('lock_timeout', '5s', true);
    for found in
      with given as materialized (
        select k.key, k.fingerprint, k.answer, k.position
        from unnest(p_keys, p_fingerprints, p_answers) with ordinality as k (key, fingerprint, answer, position)
        where k.key is not null
      ), claimed as (
        insert into idempotency (account_id, key, fingerprint, answer)
        select distinct on (key) p_account, key, fingerprint, answer from given order by key, position
        on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = now()
        where idempotency.created_at <= now() - interval '24 hours'
        returning key
      )
      select given.position, case when claimed.key is not null then first.position end as leader
      from given
      join (select key, min(position) as position from given group by key) first using (key)
      left join claimed using (key)
      where claimed.key is null or given.position <> first.position
    loop
      verdicts := coalesce(verdicts, array_fill(null::text, array[cardinality(p_ids)]));
      details := coalesce(details, array_fill(null::text, array[cardinality(p_ids)]));
      leaders[found.position] := found.leader;
      -- A statement of its own sees what the transaction that was waited for has committed.
      select i.fingerprint, i.answer into kept
      from idempotency i where i.account_id = p_account and i.key = p_keys[found.position];
      verdicts[found.position] :=
        case when kept.fingerprint = p_fingerprints[found.position] then 'replayed' else 'conflict' end;
      details[found.position] := kept.answer;
    end loop;
  end if;

  select a.report_suppressed, p.daily_quota, monthly_limit(a, p),
    exists (select from suppression s where s.account_id = p_account)
  into reports, day_limit, month_limit, has_suppressions
  from account a join plan p on p.name = a.plan where a.account_id = p_account;

  if has_suppressions and not reports then
    for found in
      select r.message, string_agg(r.recipient, ', ' order by r.recipient_no) as addresses
      from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient)
      where exists (
        select from suppression s where s.account_id = p_account and s.address = lower(r.recipient) offset 0
      )
      group by r.message
    loop
      verdicts := coalesce(verdicts, array_fill(null::text, array[cardinality(p_ids)]));
      details := coalesce(details, array_fill(null::text, array[cardinality(p_ids)]));
      if verdicts[found.message] is null then
        verdicts[found.message] := 'suppressed';
        details[found.message] := found.addresses;
      end if;
    end loop;
  end if;

  select sum(c.count) into total
  from unnest(p_counts) with ordinality as c (count, position) where verdicts[c.position] is null;
  if total > 0 then
    update account_usage u
    set used = u.used + total, day = greatest(u.day, today),
      day_used = case when u.day >= today then u.day_used else 0 end + total
    where u.account_id = p_account and u.month = this_month
      and (month_limit is null or u.used + total <= month_limit)
      and (day_limit is null or case when u.day >= today then u.day_used else 0 end + total <= day_limit)
    returning u.used, u.day_used into used_month, used_day;
    if used_month is null then
      insert into account_usage (account_id, month, day) values (p_account, this_month, today) on conflict do nothing;
      select u.used, case when u.day >= today then u.day_used else 0 end into used_month, used_day
      from account_usage u where u.account_id = p_account and u.month = this_month for update;
      verdicts := coalesce(verdicts, array_fill(null::text, array[cardinality(p_ids)]));
      for position in 1 .. cardinality(p_ids) loop
        continue when verdicts[position] is not null or p_counts[position] = 0;
        if used_month + p_counts[position] > month_limit then
          verdicts[position] := 'monthly';
        elsif used_day + p_counts[position] > day_limit then
          verdicts[position] := 'daily';
        else
          used_month := used_month + p_counts[position];
          used_day := used_day + p_counts[position];
        end if;
      end loop;
      update account_usage u set used = used_month, day_used = used_day, day = greatest(u.day, today)
      where u.account_id = p_account and u.month = this_month;
    end if;
  end if;

  if verdicts is not null and cardinality(p_keys) > 0 then
    -- Whoever repeats a key that this very call has refused is refused alike.
    for position in 1 .. cardinality(p_ids) loop
      if verdicts[leaders[position]] in ('suppressed', 'monthly', 'daily') then
        verdicts[position] := verdicts[leaders[position]];
        details[position] := details[leaders[position]];
      end if;
    end loop;
    -- Nothing is kept of a request that was refused: the next one with its key is the first.
    delete from idempotency i
    using unnest(p_keys) with ordinality as k (key, position)
    where i.account_id = p_account and i.key = k.key
      and verdicts[k.position] in ('suppressed', 'monthly', 'daily');
  end if;

  insert into message (account_id, id, sender, subject, tag, head, content)
  select p_account, m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
  from unnest(p_ids, p_senders, p_subjects, p_tags, p_heads, p_content_starts, p_content_sizes)
    with ordinality as m (id, sender, subject, tag, head, start, size, position)
  where verdicts[m.position] is null;

  -- Status 1 is suppressed: delivery reports it instead of delivering.
  insert into delivery (account_id, message_id, recipient_no, recipient, status, next_at)
  select p_account, p_ids[r.message], r.recipient_no, r.recipient,
    case
      when has_suppressions and exists (
        select from suppression s where s.account_id = p_account and s.address = lower(r.recipient) offset 0
      ) then 1 else 5
    end,
    now()
  from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient)
  where verdicts[r.message] is null;

  return array[today::text, used_month::text, used_day::text] || verdicts || details;
end
$$;
