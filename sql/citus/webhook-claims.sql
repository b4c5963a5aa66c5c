-- Functions that claim webhook deliveries from a distributed queue. Due rows are made claimable account by account, on
-- the server that stores them. Each function has the same contract as the function with the same name in sql/functions.

-- Makes up to p_moves due waiting rows claimable, except for locked rows. Returns the number of rows found, including
-- locked rows, and the latest of their due times.
create or replace function bring_webhooks_over(
  p_since uuid, p_up_to uuid, p_moves integer, p_from timestamptz, p_now timestamptz
) returns table (moves integer, up_to timestamptz)
language plpgsql as $$
declare
  v_due record;
  v_moves integer := 0;
  v_up_to timestamptz;
begin
  for v_due in
    select due.account_id, array_agg(due.id) as ids, count(*)::integer as count, max(due.next_at) as up_to from (
      select d.account_id, d.id, d.next_at from webhook_delivery d
      where d.is_waiting and d.next_at between p_from and p_now and d.id >= p_since and d.id < p_up_to
      order by d.next_at limit p_moves
    ) due
    group by due.account_id order by due.account_id
  loop
    with due as materialized (
      select d.id from webhook_delivery d
      where d.account_id = v_due.account_id and d.id = any (v_due.ids) and d.id >= p_since and d.id < p_up_to
        and d.is_waiting and d.next_at <= p_now
      for update skip locked
    )
    update webhook_delivery d set is_waiting = false
    from due
    where d.account_id = v_due.account_id and d.id = due.id and d.id >= p_since and d.id < p_up_to;
    v_moves := v_moves + v_due.count;
    v_up_to := greatest(v_up_to, v_due.up_to);
  end loop;
  return query select v_moves, v_up_to;
end
$$;

create or replace function claim_webhooks(
  p_since uuid, p_limit integer, p_turn integer, p_cursor bigint, p_accounts bigint[], p_places integer[],
  p_lease_seconds float8, p_behind bigint[], p_after float8[], p_moves integer, p_moved float8, p_poll_seconds float8
) returns table (
  account_id bigint, id uuid, event_id uuid, message_id uuid, recipient_no integer, recipient text, tag text, event text,
  occurred_ms float8, status text, reason text, extra jsonb, attempts smallint, epoch integer, body bytea,
  format text, url text, due_ms float8, is_round boolean, in_vain integer, moves integer,
  moved_ms float8, wait_ms float8
)
language plpgsql
as $$
#variable_conflict use_column
declare
  v_now constant timestamptz := now();
  max_turns constant integer := 64;
  max_checks constant integer := 256;
  max_put_aside constant integer := 500;
  greatest_account constant bigint := 9223372036854775807;
  up_to constant uuid := uuid_at((now() at time zone 'utc')::date + 2);
  v_left integer := p_limit;
  v_cursor bigint := p_cursor;
  v_account bigint;
  v_behind bigint;
  v_after timestamptz;
  v_next_at timestamptz;
  v_turns integer := 0;
  v_checks integer := 0;
  v_in_vain integer := 0;
  v_places integer;
  v_ids uuid[];
  v_named bigint[];
  v_from_front boolean := p_cursor < 0;
  v_taken integer;
  v_moved timestamptz := coalesce(to_timestamp(p_moved / 1000), '-infinity');
  v_moves integer := 0;
  v_is_round boolean;
  v_wait_ms float8;
begin
  if p_moves > 0 then
    select b.moves, b.up_to into v_moves, v_next_at
    from bring_webhooks_over(p_since, up_to, p_moves, v_moved, v_now) b;
    v_moved := case when v_moves < p_moves then v_now else v_next_at end;
  end if;
  if p_turn <= 0 then
    v_named := array(
      select named.account_id from unnest(p_accounts, p_places) as named (account_id, places)
      where named.places > 0 order by named.account_id <= p_cursor, named.account_id
    );
  end if;
  while v_left > 0 and v_turns < max_turns and v_checks < max_checks loop
    v_checks := v_checks + 1;
    v_account := null;
    if v_named is not null then
      exit when v_checks > cardinality(v_named);
      v_behind := v_named[v_checks];
    else
      v_behind := (select min(b.account_id) from unnest(p_behind) as b (account_id) where b.account_id > v_cursor);
      select d.account_id, d.next_at into v_account, v_next_at
      from webhook_delivery d
      where not d.is_waiting and d.account_id > v_cursor and d.account_id < coalesce(v_behind, greatest_account)
        and d.next_at is not null and d.id >= p_since and d.id < up_to
      order by d.account_id, d.next_at limit 1;
    end if;
    if v_account is null and v_behind is not null then
      v_account := v_behind;
      v_after := coalesce(to_timestamp(p_after[array_position(p_behind, v_account)] / 1000), '-infinity');
      select d.next_at into v_next_at
      from webhook_delivery d
      where not d.is_waiting and d.account_id = v_account and d.next_at >= v_after and d.id >= p_since and d.id < up_to
      order by d.next_at limit 1;
    elsif v_account is null then
      exit when v_from_front;
      v_from_front := true;
      v_cursor := -1;
      continue;
    end if;
    exit when v_named is null and v_from_front and p_cursor >= 0 and v_account > p_cursor;
    v_cursor := v_account;
    v_places := coalesce(p_places[array_position(p_accounts, v_account)], p_turn);
    if v_next_at is null or v_places <= 0 then
      v_in_vain := v_in_vain + 1;
      continue;
    end if;
    v_turns := v_turns + 1;
    if v_next_at > v_now then
      select array_agg(early.id order by early.id) into v_ids from (
        select d.id from webhook_delivery d
        where not d.is_waiting and d.account_id = v_account and d.next_at > v_now and d.id >= p_since and d.id < up_to
        order by d.next_at limit max_put_aside
        for update skip locked
      ) early;
      update webhook_delivery d set is_waiting = true
      where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)];
      continue;
    end if;
    select array_agg(due.id order by due.id) into v_ids from (
      select d.id from webhook_delivery d
      where not d.is_waiting and d.account_id = v_account and d.next_at between v_next_at and v_now
        and d.id >= p_since and d.id < up_to
      order by d.next_at limit least(v_places, v_left)
      for update skip locked
    ) due;
    continue when v_ids is null;
    -- Use a list of IDs, because PostgreSQL may plan a join as a scan of all rows of the account.
    return query
      with leased as (
        update webhook_delivery d
        set next_at = v_now + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1, is_waiting = true
        where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)]
        returning d.account_id, d.id, d.event_id, d.message_id, d.recipient_no, d.recipient, d.tag, d.event, d.occurred_at,
          d.status, d.reason, d.extra, d.attempts, d.epoch, d.body, d.format, d.url
      )
      select l.account_id, l.id, l.event_id, l.message_id, l.recipient_no, l.recipient, l.tag, l.event,
        date_part('epoch', l.occurred_at) * 1000, l.status, l.reason, l.extra, l.attempts, l.epoch, l.body, l.format,
        l.url, date_part('epoch', v_next_at) * 1000, null::boolean, null::integer, null::integer,
        null::float8, null::float8
      from leased l;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
  v_is_round := (p_moves <= 0 or v_moves < p_moves) and v_left > 0 and v_turns < max_turns and v_checks < max_checks;
  if v_left = p_limit and p_moves <= 0 then
    v_wait_ms := 0;
  elsif v_left = p_limit then
    select greatest(0, date_part('epoch', d.next_at - v_now) * 1000) into v_wait_ms
    from webhook_delivery d
    where d.is_waiting and d.next_at between v_moved and v_now + make_interval(secs => p_poll_seconds)
      and d.id >= p_since and d.id < up_to
    order by d.next_at limit 1;
  end if;
  return query select v_cursor, null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::text,
    null::float8, null::text, null::text, null::jsonb, null::smallint, null::integer, null::bytea, null::text,
    null::text, null::float8, v_is_round, v_in_vain, v_moves,
    date_part('epoch', v_moved) * 1000, v_wait_ms;
end
$$;

-- Has the same contract as sql/functions/oldest_queued_webhook.sql. Subqueries select a column, because Citus cannot
-- run a part of a query that has no columns.
create or replace function oldest_queued_webhook(p_before uuid) returns uuid
language plpgsql stable
as $$
declare
  v_day date;
begin
  for v_day in
    select to_date(right(c.relname, 8), 'YYYYMMDD') from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'webhook_delivery'::regclass and c.relname ~ '^webhook_delivery_[0-9]{8}$'
      and uuid_at(to_date(right(c.relname, 8), 'YYYYMMDD')) < p_before
    order by 1
  loop
    if exists (
      select 1 from webhook_delivery d
      where not d.is_waiting and d.next_at is not null and d.id >= uuid_at(v_day) and d.id < uuid_at(v_day + 1)
    ) or exists (
      select 1 from webhook_delivery d
      where d.is_waiting and d.next_at is not null and d.id >= uuid_at(v_day) and d.id < uuid_at(v_day + 1)
    ) then
      return uuid_at(v_day);
    end if;
  end loop;
  return p_before;
end
$$;
