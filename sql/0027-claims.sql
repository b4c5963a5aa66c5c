-- How often a row was claimed since its last recorded attempt without having been given back: what is taken again and
-- again and comes to nothing has a fault that does not go away.
alter table delivery add column taken smallint not null default 0;

-- What waits for its time, or is leased, is kept apart from what can be claimed: looking for the next account with mail
-- then meets none that has nothing to be claimed. Whether a row is ready is worked out from its time by the claims, which
-- make ready what has come due; a row that says so before its time is not claimed either. Rows that exist wait, so that
-- nothing is rewritten here; what is accepted is ready at once.
alter table delivery add column is_ready boolean not null default false;
alter table delivery alter column is_ready set default true;
-- Given back because the operator has stopped its site: no other wish wakes it before its time.
alter table delivery add column is_stopped boolean not null default false;

drop index delivery_due;
-- What is ready of one account and class is found at once, however much of others lies before it.
create index delivery_ready on delivery (worker, class, account_id, next_at) where is_ready and next_at is not null;
-- What comes due next is found at once; and, after a look at all that waits, what of it belongs to one worker.
create index delivery_waiting on delivery (next_at, worker) where not is_ready and next_at is not null;

-- The first day before `p_recent` of which a row is ready or due, as the least id of a message of that day; `p_recent`
-- where there is none. What is held for ever, or due later, is none.
create function first_due_day(p_recent uuid) returns uuid
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_first uuid := p_recent;
  v_found uuid;
begin
  loop
    -- The order keeps both to their index.
    select d.message_id into v_found from delivery d
    where d.is_ready and d.next_at <= now() and d.message_id < v_first
    order by d.worker, d.class, d.account_id, d.next_at limit 1;
    if not found then
      select d.message_id into v_found from delivery d
      where not d.is_ready and d.next_at <= now() and d.message_id < v_first
      order by d.next_at limit 1;
    end if;
    if not found then
      return v_first;
    end if;
    -- The first 48 bits are the time in milliseconds; what is found next is of a day before.
    v_first := uuid_at((to_timestamp(
      ('x0000' || left(replace(v_found::text, '-', ''), 12))::bit(64)::bigint / 1000.0
    ) at time zone 'utc')::date);
  end loop;
end
$$;

-- Leases ready rows: class by class, and within a class at most `p_turn` of each account, going round the accounts behind
-- the one where the last call ended. So what an account gets does not depend on how much is ready of others. Before that,
-- up to `p_moves` rows that have come due become ready, whoever they belong to; of those that came due before `p_from`
-- (milliseconds since 1970) none is looked for, because the index keeps an entry for each that did until it is cleaned.
-- Where `p_from` is null the call looks at all times, and at older days than that of `p_since`, if one has something due.
-- At the end comes a row without a message for each class: behind which account to go on, whether its limit was too
-- small to say that nothing more is ready, in how many milliseconds the next row is due (0: more are due already; null:
-- none waits), from which day on the call has looked, and what time it is at the server.
create function lease_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8,
  p_moves integer, p_from float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_full boolean,
  due_in_ms float8, since uuid, now_ms float8
)
language plpgsql
-- The limit is not known when a call is planned, and for a tenth of a large table PostgreSQL would rather sort all of it.
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
  -- What is held for ever, as in a pause, is due at infinity, from which nothing can be subtracted.
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
      -- Who has locked the others is about to say when they are due.
      select d.next_at into v_due_at from delivery d
      where not d.is_ready and d.next_at > now() and d.next_at < 'infinity' and d.message_id >= v_since
        and d.message_id < up_to
      order by d.next_at limit 1;
    end if;
  end if;
  v_due_in := coalesce(v_due_in, date_part('epoch', v_due_at - now()) * 1000);

  -- The order keeps it to the index; most calls find nothing.
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

-- For processes of the version before, until they are ended; what they set to be due becomes ready in its time.
create or replace function claim_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_round boolean
)
language sql as $$
  select l.account_id, l.message_id, l.recipient_no, l.recipient, l.class, l.attempts, l.epoch, l.was_sent,
    l.is_suppressed, l.was_delayed, not l.is_full
  from lease_deliveries(p_workers, p_since, p_limits, p_cursors, p_turn, p_lease_seconds, 1000, null) l
$$;

-- Makes up to `p_limit` rows of a worker anybody's.
create function free_deliveries(p_worker smallint, p_limit integer) returns integer
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ready integer;
  v_waiting integer;
begin
  with held as materialized (
    select account_id, message_id, recipient_no from delivery
    where worker = p_worker and is_ready and next_at is not null
    order by worker, class, account_id, next_at limit p_limit
    for update skip locked
  )
  update delivery d set worker = 0 from held
  where d.account_id = held.account_id and d.message_id = held.message_id and d.recipient_no = held.recipient_no;
  get diagnostics v_ready = row_count;
  with held as materialized (
    select account_id, message_id, recipient_no from delivery
    where worker = p_worker and not is_ready and next_at is not null
    order by next_at, worker limit p_limit - v_ready
    for update skip locked
  )
  update delivery d set worker = 0 from held
  where d.account_id = held.account_id and d.message_id = held.message_id and d.recipient_no = held.recipient_no;
  get diagnostics v_waiting = row_count;
  return v_ready + v_waiting;
end
$$;

-- Whether anything in the queue bears the number of a worker; the order keeps both looks to their index.
create function has_deliveries(p_worker smallint) returns boolean
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
begin
  perform from delivery
  where worker = p_worker and is_ready and next_at is not null
  order by worker, class, account_id, next_at limit 1;
  if found then
    return true;
  end if;
  perform from delivery
  where worker = p_worker and not is_ready and next_at is not null
  order by next_at, worker limit 1;
  return found;
end
$$;

-- As before; what is held is ready no more.
create or replace function hold_mailing_rows(p_account bigint, p_mailing uuid, p_lease_seconds float8) returns void
language plpgsql as $$
declare
  v_state text;
  v_recipient_no integer;
begin
  -- Nobody resumes it in the middle: what is held after that would wait for ever.
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = p_mailing for share;
  if v_state is null or v_state not in ('paused', 'cancelled') then
    return;
  end if;
  for v_recipient_no in
    select d.recipient_no from delivery d
    where d.account_id = p_account and d.message_id = p_mailing
      and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
    for update skip locked
  loop
    update delivery d
    set next_at = case v_state when 'paused' then 'infinity'::timestamptz end, is_ready = false,
      status = case v_state when 'paused' then d.status else 2 end
    where d.account_id = p_account and d.message_id = p_mailing and d.recipient_no = v_recipient_no;
  end loop;
end
$$;

-- As before, with what waits in two indexes.
create or replace function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  waits boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  if to_regclass('delivery_' || suffix) is not null then
    -- The order keeps it to the indexes, also where no statistics say that nearly nothing waits.
    execute format(
      'select exists (select from %1$I where is_ready and next_at is not null
         order by worker, class, account_id, next_at limit 1)
       or exists (select from %1$I where not is_ready and next_at is not null order by next_at limit 1)',
      'delivery_' || suffix) into waits;
  end if;
  if waits or exists (
    select from mailing m
    where m.id >= uuid_at(p_day) and m.id < uuid_at(p_day + 1) and m.state in ('preparing', 'sending', 'paused')
  ) then
    return false;
  end if;
  -- In the order in which accepting takes them.
  execute format('drop table if exists %I, %I, %I, %I',
    'message_' || suffix, 'delivery_' || suffix, 'attempt_' || suffix, 'event_' || suffix);
  return true;
end
$$;

-- Chunks of mailings that are paused wait for ever, outside of the index: looking for the next chunk meets no mailing that
-- is paused. Chunks of one that was paused before this are put there by the first claim that meets them.
drop index mailing_chunk_due;
create index mailing_chunk_due on mailing_chunk (class, account_id, mailing_id, next_at) where next_at < 'infinity';

-- As before, without the mailings and accounts that have no chunk due.
create or replace function claim_mailing_chunk(
  p_cursors bigint[], p_accounts bigint[], p_mailings uuid[], p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint, epoch integer
)
language plpgsql
-- The index gives what is wanted in order; a plan that reads all that waits must not be chosen while statistics are old.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Mailings with a chunk due of which none can be had: those that are put aside now, and those that others are at.
  max_visits constant integer := 256;
  least constant uuid := '00000000-0000-0000-0000-000000000000';
  v_visits integer := 0;
  v_start bigint;
  v_account bigint;
  v_wrapped boolean;
begin
  for v_class in 1 .. 3 loop
    v_start := p_cursors[v_class + 1];
    v_account := v_start;
    v_wrapped := false;
    loop
      select c.account_id into v_account from mailing_chunk c
      where c.class = v_class and c.account_id > v_account and c.next_at <= now() and c.next_at < 'infinity'
      order by c.account_id limit 1;
      if not found then
        exit when v_wrapped;
        v_wrapped := true;
        v_account := -1;
        continue;
      end if;
      exit when v_wrapped and v_account > v_start;
      return query select * from claim_chunk_of_account(v_class::smallint, v_account,
        coalesce(p_mailings[array_position(p_accounts, v_account)], least), p_lease_seconds);
      if found then
        return;
      end if;
      v_visits := v_visits + 1;
      if v_visits >= max_visits then
        return;
      end if;
    end loop;
  end loop;
end
$$;

create or replace function claim_chunk_of_account(
  p_class smallint, p_account bigint, p_behind uuid, p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint, epoch integer
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_mailings constant integer := 256;
  greatest constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  v_mailing uuid := p_behind;
  v_up_to uuid := greatest;
  v_state text;
  v_chunk integer;
begin
  for v_visit in 1 .. max_mailings loop
    select c.mailing_id into v_mailing from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id > v_mailing and c.mailing_id <= v_up_to
      and c.next_at <= now() and c.next_at < 'infinity'
    order by c.mailing_id, c.next_at limit 1;
    if not found then
      exit when v_up_to < greatest;
      -- Once more from the front, up to where it began.
      v_up_to := p_behind;
      v_mailing := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing;
    if v_state is distinct from 'sending' then
      -- Nobody resumes it in the middle: what is put aside after that would wait for ever.
      select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for share;
      -- Of one that is at its end, the worker that wrote the last outcome came to no end of its chunk.
      update mailing_chunk c set next_at = case v_state when 'paused' then 'infinity'::timestamptz end
      where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
        and c.next_at < 'infinity' and v_state in ('paused', 'sent', 'cancelled');
      continue;
    end if;
    select c.chunk_no into v_chunk from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
      and c.next_at < 'infinity'
    order by c.next_at limit 1
    for no key update skip locked;
    continue when not found;
    -- By the whole key: in a join PostgreSQL may read all chunks of the mailing to find this one.
    return query
      update mailing_chunk c
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = c.epoch + 1
      where c.account_id = p_account and c.mailing_id = v_mailing and c.chunk_no = v_chunk
      returning c.account_id, c.mailing_id, c.chunk_no, c.first_no, c.last_no, c.class, c.epoch;
    return;
  end loop;
end
$$;
