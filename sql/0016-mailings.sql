-- A mailing: one mail to many recipients, frozen. While it is prepared, recipients are added; when it is started, they are
-- cut into chunks, which delivery leases as a whole.
create table mailing (
  account_id bigint not null,
  -- A UUIDv7: recipients that are deferred become rows of `delivery` under it, in the partition of its day.
  id uuid not null,
  class smallint not null check (class between 1 and 3),
  state text not null default 'preparing' check (state in ('preparing', 'sending', 'paused', 'cancelled', 'sent')),
  recipients integer not null default 0,
  -- Recipients whose outcome is final, by outcome. The sum never passes `recipients`; it reaches it when all is done.
  delivered integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  failed integer not null default 0,
  suppressed integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- First byte the format (0 plain, 1 zstd), then the template as JSON.
  template bytea not null,
  primary key (account_id, id)
  -- Room for the counters, which change with every batch of outcomes.
) with (fillfactor = 50);

-- The program compresses templates; PostgreSQL's own compression would only cost time.
alter table mailing alter column template set storage external;

create table mailing_recipient (
  account_id bigint not null,
  mailing_id uuid not null,
  -- From 1, without gaps.
  recipient_no integer not null,
  recipient text not null,
  -- Values of the template's slots by name; null when there are none.
  data json,
  primary key (account_id, mailing_id, recipient_no)
);

-- Recipients `first_no` to `last_no` of a mailing, leased as one.
create table mailing_chunk (
  account_id bigint not null,
  mailing_id uuid not null,
  chunk_no integer not null,
  first_no integer not null,
  last_no integer not null,
  class smallint not null,
  -- Raised by every lease; an outcome counts only under the present value.
  epoch integer not null default 0,
  -- When the chunk may be leased, or until when it is; null once all its recipients have an outcome or a row of their own.
  next_at timestamptz,
  primary key (account_id, mailing_id, chunk_no)
);

-- What is due of one mailing is found at once, however many chunks of others wait before it.
create index mailing_chunk_due on mailing_chunk (class, account_id, mailing_id, next_at) where next_at is not null;

-- Final outcomes, one a recipient; never changed but by a report that comes later.
create table mailing_outcome (
  account_id bigint not null,
  mailing_id uuid not null,
  recipient_no integer not null,
  -- As in `delivery`: 1 suppressed, 2 failed, 3 bounced, 4 complained, 7 delivered.
  status smallint not null,
  finished_at timestamptz not null,
  -- Enhanced status code (RFC 3463) and the server's words; null for what was delivered.
  enhanced text,
  reason text,
  primary key (account_id, mailing_id, recipient_no)
);

-- Leases one chunk: class by class, and within a class the accounts take turns, behind the one that had the last, and the
-- mailings of an account too. So what an account or a mailing gets does not depend on how much waits of others.
-- p_cursors: per class the account of the last turn. p_accounts and p_mailings: for some accounts, their last mailing.
create function claim_mailing_chunk(
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
  -- Mailings that are looked at in one call; those that are paused, or whose chunks are all leased, count too.
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
      where c.class = v_class and c.account_id > v_account and c.next_at is not null
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

-- Leases a chunk of the account's next mailing behind `p_behind` that has one due and is being sent.
create function claim_chunk_of_account(
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
  v_next_at timestamptz;
  v_state text;
  v_chunk integer;
begin
  for v_visit in 1 .. max_mailings loop
    -- The first chunk of a mailing is the one that is due first.
    select c.mailing_id, c.next_at into v_mailing, v_next_at from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id > v_mailing and c.mailing_id <= v_up_to
      and c.next_at is not null
    order by c.mailing_id, c.next_at limit 1;
    if not found then
      exit when v_up_to < greatest;
      -- Once more from the front, up to where it began.
      v_up_to := p_behind;
      v_mailing := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    continue when v_next_at > now();
    select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing;
    if v_state in ('sent', 'cancelled') then
      -- The worker that wrote the last outcome came to no end of its chunk.
      update mailing_chunk c set next_at = null
      where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now();
    end if;
    continue when v_state is distinct from 'sending';
    select c.chunk_no into v_chunk from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
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

-- Recipients that wait as rows in the queue: those of a paused mailing wait for ever, those of a cancelled one for nothing.
-- What a worker may hold (due within the lease) is left to it, and looked at when it comes back. Row by row, by the whole
-- key: in a join PostgreSQL may read all rows of the mailing for each of them.
create function hold_mailing_rows(p_account bigint, p_mailing uuid, p_lease_seconds float8) returns void
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
    set next_at = case v_state when 'paused' then 'infinity'::timestamptz end,
      status = case v_state when 'paused' then d.status else 2 end
    where d.account_id = p_account and d.message_id = p_mailing and d.recipient_no = v_recipient_no;
  end loop;
end
$$;

-- As before, but the day of a mailing that is not at its end stays: those of its recipients that are deferred go there.
-- And what waits is looked for by the columns that its index begins with since 0009.
create or replace function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  waits boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  if to_regclass('delivery_' || suffix) is not null then
    -- The order keeps it to the index of what waits, also where no statistics say that nearly nothing does.
    execute format(
      'select exists (select from %I where next_at is not null order by worker, class, account_id, next_at limit 1)',
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
