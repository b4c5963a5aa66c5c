-- As `claim_webhook_deliveries` of 0017, which stays for processes of the version before until they are ended, with two
-- differences. Of the accounts in `p_behind`, which the caller knows to have a backlog, nothing is looked at that was due
-- before the time in `p_after`: what came before was taken, and while any transaction is older than that, the index keeps
-- an entry for each of those rows, which would be walked through twice in each call (125,000 of them: 26 ms). And each row
-- says in `due_ms` when the oldest row of its account was due, from which the caller learns the next `p_after`. Times are
-- milliseconds since 1970.
create function claim_webhook_deliveries(
  p_since uuid, p_limit integer, p_turn integer, p_cursor bigint, p_accounts bigint[], p_places integer[],
  p_lease_seconds float8, p_behind bigint[], p_after float8[]
) returns table (
  account_id bigint, id uuid, event_id uuid, message_id uuid, recipient_no integer, recipient text, tag text, event text,
  occurred_ms float8, status text, reason text, extra jsonb, attempts smallint, epoch integer, body bytea,
  format text, url text, due_ms float8, is_round boolean
)
language plpgsql
-- As for mails: the limit is not known when a call is planned.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_visits constant integer := 64;
  greatest_account constant bigint := 9223372036854775807;
  up_to constant uuid := uuid_at((now() at time zone 'utc')::date + 2);
  v_left integer := p_limit;
  v_cursor bigint := p_cursor;
  v_account bigint;
  v_behind bigint;
  v_next_at timestamptz;
  v_visits integer := 0;
  v_places integer;
  v_ids uuid[];
  v_from_front boolean := p_cursor < 0;
  v_taken integer;
begin
  while v_left > 0 and v_visits < max_visits loop
    v_visits := v_visits + 1;
    v_behind := (select min(b.account_id) from unnest(p_behind) as b (account_id) where b.account_id > v_cursor);
    select d.account_id, d.next_at into v_account, v_next_at
    from webhook_delivery d
    where d.account_id > v_cursor and d.account_id < coalesce(v_behind, greatest_account)
      and d.next_at is not null and d.id >= p_since and d.id < up_to
    order by d.account_id, d.next_at limit 1;
    if not found and v_behind is not null then
      v_account := v_behind;
      select d.next_at into v_next_at
      from webhook_delivery d
      where d.account_id = v_behind and d.id >= p_since and d.id < up_to
        and d.next_at >= to_timestamp(p_after[array_position(p_behind, v_behind)] / 1000)
      order by d.next_at limit 1;
    elsif v_account is null then
      exit when v_from_front;
      v_from_front := true;
      v_cursor := -1;
      continue;
    end if;
    exit when v_from_front and p_cursor >= 0 and v_account > p_cursor;
    v_cursor := v_account;
    v_places := coalesce(p_places[array_position(p_accounts, v_account)], p_turn);
    continue when v_next_at is null or v_next_at > now() or v_places <= 0;
    select array_agg(due.id order by due.id) into v_ids from (
      select d.id from webhook_delivery d
      where d.account_id = v_account and d.next_at between v_next_at and now() and d.id >= p_since and d.id < up_to
      order by d.next_at limit least(v_places, v_left)
      for update skip locked
    ) due;
    continue when v_ids is null;
    -- By a list of ids and not by a join, which a plan may well make by reading all rows of the account.
    return query
      update webhook_delivery d
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1
      where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)]
      returning d.account_id, d.id, d.event_id, d.message_id, d.recipient_no, d.recipient, d.tag, d.event,
        -- Not extract(), which counts in numeric.
        date_part('epoch', d.occurred_at) * 1000, d.status, d.reason, d.extra, d.attempts, d.epoch, d.body, d.format,
        d.url, date_part('epoch', v_next_at) * 1000, null::boolean;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
  return query select v_cursor, null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::text,
    null::float8, null::text, null::text, null::jsonb, null::smallint, null::integer, null::bytea, null::text,
    null::text, null::float8, v_left > 0 and v_visits < max_visits;
end
$$;
