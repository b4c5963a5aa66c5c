-- Leases up to p_limit due webhook deliveries for p_lease_seconds. Visits the accounts round-robin, starting after
-- p_cursor. For each account in p_accounts, takes at most the number in the corresponding element of p_places, and for
-- every other account at most p_turn. If p_turn is 0, visits only the accounts in p_accounts.
-- First makes up to p_moves waiting rows claimable that are due at p_moved or later ("moves" them). Skips rows that
-- were due earlier, because they have already been moved, and scanning their dead index entries is slow. For the same
-- reason, skips rows of the accounts in p_behind that were due before the corresponding element of p_after. A claimable
-- row that is not due yet becomes a waiting row when it is found.
-- The last returned row has no ID. It contains the account to continue after (account_id), whether all accounts were
-- visited and all due rows moved (is_round), the number of accounts that were skipped because they had no free place or
-- no row (in_vain), the number of moved rows (moves), and the time up to which all due rows were moved (moved_ms). If
-- nothing was claimed, wait_ms is the number of milliseconds until the next waiting row is due: null if none is due
-- within p_poll_seconds, and 0 if p_moves is 0. Other times are in milliseconds since the Unix epoch.
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
-- As in lease_due_deliveries, the limit is unknown when the call is planned. These settings ensure that rows are found by their
-- keys, one after another.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
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
  v_accounts bigint[];
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
    select array_agg(due.account_id order by due.id), array_agg(due.id order by due.id), max(due.next_at)
    into v_accounts, v_ids, v_next_at from (
      select d.account_id, d.id, d.next_at from webhook_delivery d
      where d.is_waiting and d.next_at between v_moved and now() and d.id >= p_since and d.id < up_to
      order by d.next_at limit p_moves
      for update skip locked
    ) due;
    if v_ids is not null then
      update webhook_delivery d set is_waiting = false
      from unnest(v_accounts, v_ids) as due (account_id, id)
      where d.account_id = due.account_id and d.id = due.id and d.id between v_ids[1] and v_ids[cardinality(v_ids)];
    end if;
    v_moves := coalesce(cardinality(v_ids), 0);
    v_moved := case when v_moves < p_moves then now() else v_next_at end;
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
    if v_next_at > now() then
      select array_agg(early.id order by early.id) into v_ids from (
        select d.id from webhook_delivery d
        where not d.is_waiting and d.account_id = v_account and d.next_at > now() and d.id >= p_since and d.id < up_to
        order by d.next_at limit max_put_aside
        for update skip locked
      ) early;
      update webhook_delivery d set is_waiting = true
      where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)];
      continue;
    end if;
    select array_agg(due.id order by due.id) into v_ids from (
      select d.id from webhook_delivery d
      where not d.is_waiting and d.account_id = v_account and d.next_at between v_next_at and now()
        and d.id >= p_since and d.id < up_to
      order by d.next_at limit least(v_places, v_left)
      for update skip locked
    ) due;
    continue when v_ids is null;
    -- Use a list of IDs, because PostgreSQL may plan a join as a scan of all rows of the account.
    return query
      update webhook_delivery d
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1, is_waiting = true
      where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)]
      returning d.account_id, d.id, d.event_id, d.message_id, d.recipient_no, d.recipient, d.tag, d.event,
        -- Use date_part, because extract() returns the slower type numeric.
        date_part('epoch', d.occurred_at) * 1000, d.status, d.reason, d.extra, d.attempts, d.epoch, d.body, d.format,
        d.url, date_part('epoch', v_next_at) * 1000, null::boolean, null::integer, null::integer,
        null::float8, null::float8;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
  v_is_round := (p_moves <= 0 or v_moves < p_moves) and v_left > 0 and v_turns < max_turns and v_checks < max_checks;
  if v_left = p_limit and p_moves <= 0 then
    v_wait_ms := 0;
  elsif v_left = p_limit then
    select greatest(0, date_part('epoch', d.next_at - now()) * 1000) into v_wait_ms
    from webhook_delivery d
    where d.is_waiting and d.next_at between v_moved and now() + make_interval(secs => p_poll_seconds)
      and d.id >= p_since and d.id < up_to
    order by d.next_at limit 1;
  end if;
  return query select v_cursor, null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::text,
    null::float8, null::text, null::text, null::jsonb, null::smallint, null::integer, null::bytea, null::text,
    null::text, null::float8, v_is_round, v_in_vain, v_moves,
    date_part('epoch', v_moved) * 1000, v_wait_ms;
end
$$;
