-- Accepts messages of one account. Checks idempotency keys, suppressions, and quotas, and stores the accepted messages
-- with their queue rows, usage, and idempotent responses. The arrays are parallel, with one element per message.
-- Recipients refer to their message by its position, starting at 1. Contents are one binary parameter, because escaping
-- arrays of bytea costs more than storing them. p_keys is empty if no message has an idempotency key. p_least and
-- p_greatest are the bounds of the IDs, and p_latest is the time of the last ID. Unsuitable IDs are replaced (see
-- settle_message_ids).
-- Returns one array, which costs less than a row of columns. The array contains the UTC day, and the usage of the month
-- and of the day after the call (may be null if nothing was charged). Unless all messages were accepted under the given
-- IDs, these are followed by one verdict per message and one detail per message. Verdicts: null (accepted; the detail
-- is the new ID if the ID was replaced), 'replayed' (the detail is the stored response), 'conflict', 'suppressed' (the
-- detail is the addresses), and 'monthly' or 'daily' (over quota; the detail is the seconds until the quota resets).
create or replace function accept_messages(
  p_account bigint, p_ids uuid[], p_senders text[], p_subjects text[], p_tags text[], p_headers text[],
  p_content_starts integer[], p_content_sizes integer[], p_contents bytea,
  p_recipient_messages integer[], p_recipient_nos smallint[], p_recipients text[],
  p_counts integer[], p_total bigint, p_keys text[], p_fingerprints text[], p_answers text[],
  p_least uuid, p_greatest uuid, p_latest timestamptz
) returns text[]
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  is_timely constant boolean :=
    p_latest between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 second';
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
  -- For messages that repeat a key within this call: the position of the first message with that key.
  leaders integer[];
  last uuid;
  settled uuid[];
  ids uuid[];
begin
  -- Fast path: most calls have no keys, no suppressions in the account, and a sufficient quota. A single update checks
  -- the suppressions and the quota, and charges the usage.
  if cardinality(p_keys) = 0 then
    update account_usage u
    set used = u.used + p_total, day = greatest(u.day, today),
      day_used = case when u.day >= today then u.day_used else 0 end + p_total
    from account a join plan p on p.name = a.plan
    where u.account_id = p_account and u.month = this_month and a.account_id = p_account
      and (p.monthly_quota is null or u.used + p_total <= monthly_limit(
        a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand
      ))
      and (p.daily_quota is null or case when u.day >= today then u.day_used else 0 end + p_total <= p.daily_quota)
      and not exists (select from suppression s where s.account_id = p_account)
    returning u.used, u.day_used into used_month, used_day;
    if used_month is not null then
      update message_order o set last_id = p_greatest
      where o.account_id = p_account and o.last_id < p_least
        and is_timely
      returning o.last_id into last;
      if last is null then
        settled := settle_message_ids(p_account, p_ids, p_least, p_greatest, p_latest);
      end if;
      ids := coalesce(settled, p_ids);
      insert into message (account_id, id, sender, subject, tag, head, content)
      select p_account, m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
      from unnest(ids, p_senders, p_subjects, p_tags, p_headers, p_content_starts, p_content_sizes)
        as m (id, sender, subject, tag, head, start, size);
      insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
      select p_account, ids[r.message], r.recipient_no, r.recipient, now()
      from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient);
      return array[today::text, used_month::text, used_day::text]
        || case when settled is not null then array_fill(null::text, array[cardinality(p_ids)]) || settled::text[] end;
    end if;
  end if;

  if cardinality(p_keys) > 0 then
    -- Wait for a concurrent request with the same key, but not indefinitely.
    perform set_config('lock_timeout', '5s', true);
    for found in
      with given as materialized (
        select k.key, k.fingerprint, k.answer, k.position
        from unnest(p_keys, p_fingerprints, p_answers) with ordinality as k (key, fingerprint, answer, position)
        where k.key is not null
      ), claimed as (
        insert into idempotency (account_id, key, fingerprint, answer, created_at)
        select distinct on (key) p_account, key, fingerprint, answer, now() from given order by key, position
        on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at
        where excluded.created_at - idempotency.created_at >= interval '24 hours'
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
      -- Uses a separate statement, so that its snapshot includes the changes that the awaited transaction committed.
      select i.fingerprint, i.answer into kept
      from idempotency i where i.account_id = p_account and i.key = p_keys[found.position];
      verdicts[found.position] :=
        case when kept.fingerprint = p_fingerprints[found.position] then 'replayed' else 'conflict' end;
      details[found.position] := kept.answer;
    end loop;
  end if;

  select a.report_suppressed, p.daily_quota,
    monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand),
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
      details := coalesce(details, array_fill(null::text, array[cardinality(p_ids)]));
      for position in 1 .. cardinality(p_ids) loop
        continue when verdicts[position] is not null or p_counts[position] = 0;
        if used_month + p_counts[position] > month_limit then
          verdicts[position] := 'monthly';
          details[position] := seconds_until((this_month + interval '1 month')::timestamp)::text;
        elsif used_day + p_counts[position] > day_limit then
          verdicts[position] := 'daily';
          details[position] := seconds_until((today + 1)::timestamp)::text;
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
    -- A message that repeats a key within this call is rejected if the first message with that key was rejected.
    for position in 1 .. cardinality(p_ids) loop
      if verdicts[leaders[position]] in ('suppressed', 'monthly', 'daily') then
        verdicts[position] := verdicts[leaders[position]];
        details[position] := details[leaders[position]];
      end if;
    end loop;
    -- A rejected request leaves no record, so the next request with the same key counts as the first.
    delete from idempotency i
    using unnest(p_keys) with ordinality as k (key, position)
    where i.account_id = p_account and i.key = k.key
      and verdicts[k.position] in ('suppressed', 'monthly', 'daily');
  end if;

  if verdicts is null or array_position(verdicts, null) is not null then
    update message_order o set last_id = p_greatest
    where o.account_id = p_account and o.last_id < p_least
      and is_timely
    returning o.last_id into last;
    if last is null then
      settled := settle_message_ids(p_account, p_ids, p_least, p_greatest, p_latest);
    end if;
  end if;
  ids := coalesce(settled, p_ids);
  if settled is not null then
    verdicts := coalesce(verdicts, array_fill(null::text, array[cardinality(p_ids)]));
    details := coalesce(details, array_fill(null::text, array[cardinality(p_ids)]));
    for position in 1 .. cardinality(p_ids) loop
      if verdicts[position] is null then
        details[position] := settled[position];
      elsif verdicts[position] = 'replayed' and leaders[position] is not null then
        details[position] := with_id(details[position], p_ids[leaders[position]], settled[leaders[position]]);
      end if;
    end loop;
    -- Stored responses contain the given IDs, which must be replaced with the new IDs. Calls without keys have no stored
    -- responses.
    update idempotency i set answer = with_id(i.answer, k.came, k.settled)
    from unnest(p_keys, p_ids, settled) with ordinality as k (key, came, settled, position)
    where i.account_id = p_account and i.key = k.key and verdicts[k.position] is null;
  end if;

  insert into message (account_id, id, sender, subject, tag, head, content)
  select p_account, m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
  from unnest(ids, p_senders, p_subjects, p_tags, p_headers, p_content_starts, p_content_sizes)
    with ordinality as m (id, sender, subject, tag, head, start, size, position)
  where verdicts[m.position] is null;

  -- Status 1 means suppressed: the delivery process reports the recipient as suppressed instead of sending the message.
  insert into delivery (account_id, message_id, recipient_no, recipient, status, next_at)
  select p_account, ids[r.message], r.recipient_no, r.recipient,
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
