-- Functions that claim deliveries from a distributed queue. Accounts with due rows are found across all shards without
-- locks. Rows are then locked and leased account by account, each on the server that stores the row.

-- Leases up to p_limit ready rows of one account, worker, and class for p_lease_seconds. Skips locked rows.
create or replace function lease_deliveries_of(
  p_account bigint, p_worker smallint, p_class smallint, p_limit integer, p_lease_seconds float8, p_since uuid, p_up_to uuid,
  p_now timestamptz
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean
)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as materialized (
      select d.account_id, d.message_id, d.recipient_no from delivery d
      where d.account_id = p_account and d.worker = p_worker and d.class = p_class and d.is_ready and d.next_at <= p_now
        and d.message_id >= p_since and d.message_id < p_up_to
      order by d.next_at limit p_limit
      for update skip locked
    )
    update delivery d
    set is_ready = false, is_stopped = false, next_at = p_now + make_interval(secs => p_lease_seconds),
      epoch = d.epoch + 1, taken = least(d.taken + 1, 32767)
    from due
    where d.account_id = p_account and d.message_id = due.message_id and d.recipient_no = due.recipient_no
      and d.message_id >= p_since and d.message_id < p_up_to
    returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch, d.taken,
      d.status = 6, d.status = 1, d.delayed_at is not null;
end
$$;

-- Makes up to p_moves due rows of any worker ready. Returns the number of these rows. Skips locked rows.
create or replace function make_deliveries_ready(
  p_since uuid, p_up_to uuid, p_moves integer, p_from timestamptz, p_now timestamptz
) returns integer
language plpgsql as $$
declare
  v_due record;
  v_taken integer;
  v_all integer := 0;
begin
  for v_due in
    select due.account_id, count(*)::integer as count, max(due.next_at) as up_to from (
      select d.account_id, d.next_at from delivery d
      where not d.is_ready and d.next_at between p_from and p_now and d.message_id >= p_since and d.message_id < p_up_to
      order by d.next_at limit p_moves
    ) due
    group by due.account_id order by due.account_id
  loop
    with due as materialized (
      select d.message_id, d.recipient_no from delivery d
      where d.account_id = v_due.account_id and not d.is_ready and d.next_at between p_from and v_due.up_to
        and d.message_id >= p_since and d.message_id < p_up_to
      order by d.next_at limit v_due.count
      for update skip locked
    )
    update delivery d set is_ready = true
    from due
    where d.account_id = v_due.account_id and d.message_id = due.message_id and d.recipient_no = due.recipient_no
      and d.message_id >= p_since and d.message_id < p_up_to;
    get diagnostics v_taken = row_count;
    v_all := v_all + v_taken;
  end loop;
  return v_all;
end
$$;

-- Has the same contract as sql/functions/lease_due_deliveries.sql. Uses the two functions above.
create or replace function lease_due_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8,
  p_moves integer, p_from float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_full boolean,
  due_in_ms float8, since uuid, now_ms float8
)
language plpgsql
as $$
#variable_conflict use_column
declare
  v_now constant timestamptz := now();
  up_to constant uuid := uuid_at((now() at time zone 'utc')::date + 2);
  v_from constant timestamptz := coalesce(to_timestamp(p_from / 1000), '-infinity');
  v_since constant uuid := case when p_from is null then first_due_day(p_since) else p_since end;
  v_due_in float8;
  v_due_at timestamptz;
  v_is_ready boolean;
  v_worker smallint;
  v_left integer;
  v_start bigint;
  v_cursor bigint;
  v_account bigint;
  v_from_front boolean;
  v_taken integer;
begin
  -- Held rows are due at infinity, from which no time can be subtracted.
  select d.next_at into v_due_at from delivery d
  where not d.is_ready and d.next_at >= v_from and d.next_at < 'infinity' and d.message_id >= v_since
    and d.message_id < up_to
  order by d.next_at limit 1;
  if v_due_at <= v_now then
    v_taken := make_deliveries_ready(v_since, up_to, p_moves, v_from, v_now);
    v_due_at := null;
    if v_taken = p_moves then
      v_due_in := 0;
    else
      -- Ignore rows that are already due, because the transactions that lock them are about to set their due times.
      select d.next_at into v_due_at from delivery d
      where not d.is_ready and d.next_at > v_now and d.next_at < 'infinity' and d.message_id >= v_since
        and d.message_id < up_to
      order by d.next_at limit 1;
    end if;
  end if;
  v_due_in := coalesce(v_due_in, date_part('epoch', v_due_at - v_now) * 1000);

  -- The sort order forces PostgreSQL to use the index. Without it, the many calls that find nothing would be slow.
  perform from delivery d
  where d.is_ready and d.next_at <= v_now and d.message_id >= v_since and d.message_id < up_to
  order by d.worker, d.class, d.account_id, d.next_at limit 1;
  v_is_ready := found;
  for v_class in 0 .. array_length(p_limits, 1) - 1 loop
    v_left := p_limits[v_class + 1];
    v_start := p_cursors[v_class + 1];
    v_cursor := v_start;
    foreach v_worker in array p_workers loop
      v_cursor := v_start;
      v_from_front := v_start < 0;
      while v_is_ready and v_left > 0 loop
        select d.account_id into v_account from delivery d
        where d.worker = v_worker and d.class = v_class and d.account_id > v_cursor and d.is_ready and d.next_at <= v_now
          and d.message_id >= v_since and d.message_id < up_to
        order by d.account_id, d.next_at limit 1;
        if not found then
          exit when v_from_front;
          v_from_front := true;
          v_cursor := -1;
          continue;
        end if;
        exit when v_from_front and v_start >= 0 and v_account > v_start;
        v_cursor := v_account;
        return query select l.*, null::boolean, null::float8, null::uuid, null::float8
        from lease_deliveries_of(v_account, v_worker, v_class::smallint, least(p_turn, v_left), p_lease_seconds, v_since, up_to,
          v_now) l;
        get diagnostics v_taken = row_count;
        v_left := v_left - v_taken;
      end loop;
    end loop;
    return query select v_cursor, null::uuid, null::integer, null::text, v_class::smallint, null::smallint, null::integer,
      null::smallint, null::boolean, null::boolean, null::boolean, v_left <= 0, v_due_in,
      v_since, date_part('epoch', v_now) * 1000;
  end loop;
end
$$;
