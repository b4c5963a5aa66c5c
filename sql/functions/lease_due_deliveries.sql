-- Leases ready queue rows of p_workers for p_lease_seconds, one class after another. Element class + 1 of p_limits and p_cursors
-- applies to a class. Within a class, visits the accounts round-robin, starting after the account where the previous call ended,
-- and takes at most p_turn rows per account, so that the share of an account does not depend on the backlog of others.
-- First makes up to p_moves due rows of any worker ready. Ignores rows that became due before p_from (milliseconds since the
-- Unix epoch), because the index keeps an entry for each row made ready until the entry is vacuumed. Ignores messages before
-- p_since. If p_from is null, includes all due rows, and starts with the first UTC day that has a ready or due row.
-- The last row of each class has no message. It contains the account to continue after (account_id), whether the limit was
-- reached, so that more rows may be ready (is_full), the milliseconds until the next row is due (due_in_ms; 0 if more rows are
-- already due, null if no row is waiting), the first day that was included (since), and the time of the server (now_ms).
create or replace function lease_due_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8,
  p_moves integer, p_from float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_full boolean,
  due_in_ms float8, since uuid, now_ms float8
)
language plpgsql
-- PostgreSQL plans these statements without knowing the limit, and assumes that they return a tenth of the rows. Without these
-- settings, it would sort the whole table.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
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
  -- Skip held rows. They are due at infinity, so the subtraction below would fail.
  select d.next_at into v_due_at from delivery d
  where not d.is_ready and d.next_at >= v_from and d.next_at < 'infinity' and d.message_id >= v_since
    and d.message_id < up_to
  order by d.next_at limit 1;
  if v_due_at <= now() then
    with due as materialized (
      select d.account_id, d.message_id, d.recipient_no from delivery d
      where not d.is_ready and d.next_at between v_from and now() and d.message_id >= v_since and d.message_id < up_to
      order by d.next_at limit p_moves
      for update skip locked
    )
    update delivery d set is_ready = true
    from due
    where d.account_id = due.account_id and d.message_id = due.message_id and d.recipient_no = due.recipient_no
      and d.message_id >= v_since and d.message_id < up_to;
    get diagnostics v_taken = row_count;
    v_due_at := null;
    if v_taken = p_moves then
      v_due_in := 0;
    else
      -- Ignore rows that are already due, because the transactions that lock them are about to set their due times.
      select d.next_at into v_due_at from delivery d
      where not d.is_ready and d.next_at > now() and d.next_at < 'infinity' and d.message_id >= v_since
        and d.message_id < up_to
      order by d.next_at limit 1;
    end if;
  end if;
  v_due_in := coalesce(v_due_in, date_part('epoch', v_due_at - now()) * 1000);

  -- The sort order forces PostgreSQL to use the index, so that the frequent calls that find nothing are fast.
  perform from delivery d
  where d.is_ready and d.next_at <= now() and d.message_id >= v_since and d.message_id < up_to
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
        where d.worker = v_worker and d.class = v_class and d.account_id > v_cursor and d.is_ready and d.next_at <= now()
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
        return query
          with due as materialized (
            select d.account_id, d.message_id, d.recipient_no from delivery d
            where d.worker = v_worker and d.class = v_class and d.account_id = v_account and d.is_ready
              and d.next_at <= now() and d.message_id >= v_since and d.message_id < up_to
            order by d.next_at limit least(p_turn, v_left)
            for update skip locked
          )
          update delivery d
          set is_ready = false, is_stopped = false, next_at = now() + make_interval(secs => p_lease_seconds),
            epoch = d.epoch + 1, taken = least(d.taken + 1, 32767)
          from due
          where d.account_id = due.account_id and d.message_id = due.message_id and d.recipient_no = due.recipient_no
            and d.message_id >= v_since and d.message_id < up_to
          returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch, d.taken,
            d.status = 6, d.status = 1, d.delayed_at is not null, null::boolean, null::float8,
            null::uuid, null::float8;
        get diagnostics v_taken = row_count;
        v_left := v_left - v_taken;
      end loop;
    end loop;
    return query select v_cursor, null::uuid, null::integer, null::text, v_class::smallint, null::smallint, null::integer,
      null::smallint, null::boolean, null::boolean, null::boolean, v_left <= 0, v_due_in,
      v_since, date_part('epoch', now()) * 1000;
  end loop;
end
$$;
