-- How often a row was claimed since its last recorded attempt without having been given back: what is taken again and
-- again and comes to nothing has a fault that does not go away.
alter table delivery add column taken smallint not null default 0;

-- Leases due rows: class by class, and within a class at most `p_turn` of each account, going round the accounts behind
-- the one where the last call ended. So what an account gets does not depend on how much waits of others. At the end comes
-- a row without a message for each class: behind which account to go on, and whether all accounts were looked at.
create function lease_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_round boolean
)
language plpgsql
-- The limit is not known when a call is planned, and for a tenth of a large table PostgreSQL would rather sort all of it.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_visits constant integer := 64;
  up_to constant uuid := uuid_at((now() at time zone 'utc')::date + 2);
  v_worker smallint;
  v_left integer;
  v_start bigint;
  v_cursor bigint;
  v_account bigint;
  v_next_at timestamptz;
  v_visits integer;
  v_from_front boolean;
  v_taken integer;
begin
  for v_class in 0 .. array_length(p_limits, 1) - 1 loop
    v_left := p_limits[v_class + 1];
    v_start := p_cursors[v_class + 1];
    v_cursor := v_start;
    v_visits := 0;
    foreach v_worker in array p_workers loop
      v_cursor := v_start;
      v_from_front := v_start < 0;
      while v_left > 0 and v_visits < max_visits loop
        v_visits := v_visits + 1;
        -- The first row of an account is the one that is due first.
        select d.account_id, d.next_at into v_account, v_next_at
        from delivery d
        where d.worker = v_worker and d.class = v_class and d.account_id > v_cursor and d.next_at is not null
          and d.message_id >= p_since and d.message_id < up_to
        order by d.account_id, d.next_at limit 1;
        if not found then
          exit when v_from_front;
          v_from_front := true;
          v_cursor := -1;
          continue;
        end if;
        exit when v_from_front and v_start >= 0 and v_account > v_start;
        v_cursor := v_account;
        continue when v_next_at > now();
        return query
          with due as materialized (
            select d.account_id, d.message_id, d.recipient_no from delivery d
            where d.worker = v_worker and d.class = v_class and d.account_id = v_account and d.next_at <= now()
              and d.message_id >= p_since and d.message_id < up_to
            order by d.next_at limit least(p_turn, v_left)
            for update skip locked
          )
          update delivery d
          set next_at = now() + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1,
            taken = least(d.taken + 1, 32767)
          from due
          where d.account_id = due.account_id and d.message_id = due.message_id and d.recipient_no = due.recipient_no
            and d.message_id >= p_since and d.message_id < up_to
          returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch, d.taken,
            d.status = 6, d.status = 1, d.delayed_at is not null, null::boolean;
        get diagnostics v_taken = row_count;
        v_left := v_left - v_taken;
      end loop;
    end loop;
    return query select v_cursor, null::uuid, null::integer, null::text, v_class::smallint, null::smallint, null::integer,
      null::smallint, null::boolean, null::boolean, null::boolean, v_left > 0 and v_visits < max_visits;
  end loop;
end
$$;
