-- What processes of the version before have leased ends within seconds, since they get nothing more (0045); their statements
-- do not fit to what follows. While nobody else is there, nobody holds anything.
do $$
declare
  v_until constant timestamptz := clock_timestamp() + interval '2 minutes';
begin
  while exists (
    select from mailing_chunk where next_at > clock_timestamp() and next_at < 'infinity'
  ) and exists (
    select from pg_stat_activity
    where datname = current_database() and application_name = 'postrider deliver'
  ) loop
    if clock_timestamp() > v_until then
      raise exception 'delivery processes of the version before still send mailings'
        using hint = 'Stop them and migrate again.';
    end if;
    perform pg_stat_clear_snapshot();
    perform pg_sleep(0.2);
  end loop;
end
$$;

-- Reads all of both tables, while others read and write them.
do $$
declare
  v_table text;
  v_constraint text;
begin
  for v_table, v_constraint in
    select conrelid::regclass::text, conname from pg_constraint
    where conname ~ '^mailing_(recipient|outcome)_up_to_' and not convalidated
  loop
    execute format('alter table %I validate constraint %I', v_table, v_constraint);
  end loop;
end
$$;

-- From here on only what the catalogue knows is changed, and few rows: mailings, chunks that wait.
lock table mailing, mailing_chunk, mailing_recipient, mailing_outcome in access exclusive mode;

-- Mailings that were made since 0045.
insert into mail_template (account_id, hash, template)
select distinct on (account_id, hash) account_id, hash, template
from (select account_id, sha256(template) as hash, template from mailing where template_hash is null) t
on conflict do nothing;
update mailing set template_hash = sha256(template) where template_hash is null;
alter table mailing alter column template_hash set not null;

-- A mailing from before has one lot, which has its id: so the ids of its messages stay as they are.
insert into mailing_lot (account_id, id, mailing_id, recipients) select account_id, id, id, recipients from mailing;

-- Ended chunks go; what delivery leases belongs to a lot.
delete from mailing_chunk where next_at is null;
alter table mailing_chunk rename column mailing_id to lot_id;
alter table mailing_chunk add column mailing_id uuid;
update mailing_chunk set mailing_id = lot_id;
alter table mailing_chunk alter column mailing_id set not null;
drop index mailing_chunk_due;
create index mailing_chunk_due on mailing_chunk (class, account_id, mailing_id, next_at) where next_at < 'infinity';

alter table mailing_recipient rename column mailing_id to lot_id;
alter table mailing_outcome rename column mailing_id to lot_id;
-- What the owner of the mailing knows the recipient by.
alter table mailing_recipient add column ref bigint;
-- When a recipient of an open mailing was added; of a frozen one all go by its start.
alter table mailing_recipient add column queued_at timestamptz;
alter table mailing_recipient rename to mailing_recipient_before;
alter table mailing_outcome rename to mailing_outcome_before;
alter table mailing_recipient_before rename constraint mailing_recipient_pkey to mailing_recipient_before_pkey;
alter table mailing_outcome_before rename constraint mailing_outcome_pkey to mailing_outcome_before_pkey;

-- One partition a UTC day, by the lot.
create table mailing_recipient (
  account_id bigint not null,
  lot_id uuid not null,
  recipient_no integer not null,
  recipient text not null,
  -- Values of the template's slots by name; null when there are none.
  data json,
  ref bigint,
  queued_at timestamptz,
  primary key (account_id, lot_id, recipient_no)
) partition by range (lot_id);

-- Final outcomes, one a recipient; never changed but by a report that comes later.
create table mailing_outcome (
  account_id bigint not null,
  lot_id uuid not null,
  recipient_no integer not null,
  -- As in `delivery`: 1 suppressed, 2 failed, 3 bounced, 4 complained, 7 delivered.
  status smallint not null,
  finished_at timestamptz not null,
  -- Enhanced status code (RFC 3463) and the server's words; null for what was delivered.
  enhanced text,
  reason text,
  primary key (account_id, lot_id, recipient_no)
) partition by range (lot_id);

-- The tables from before become partitions by the name of the last day that they hold, or go when nothing is in them.
do $$
declare
  v_parent text;
  v_before text;
  v_constraint text;
  v_day text;
  v_is_used boolean;
begin
  foreach v_parent in array array['mailing_recipient', 'mailing_outcome'] loop
    v_before := v_parent || '_before';
    execute format('select exists (select from %I)', v_before) into v_is_used;
    if not v_is_used then
      execute format('drop table %I', v_before);
      continue;
    end if;
    select conname into v_constraint from pg_constraint
    where conrelid = v_before::regclass and conname like v_parent || '_up_to_%';
    v_day := right(v_constraint, 8);
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      v_parent, v_before, uuid_at(to_date(v_day, 'YYYYMMDD') + 1));
    execute format('alter table %I drop constraint %I', v_before, v_constraint);
    execute format('alter table %I rename to %I', v_before, v_parent || '_' || v_day);
  end loop;
end
$$;

-- As before, with the tables of mailings, of which the first partition may hold many days.
create or replace function ensure_message_partitions(p_first date, p_last date) returns void
language plpgsql as $$
declare
  day date;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  for day in select generate_series(p_first, p_last, interval '1 day')::date loop
    foreach parent in array array[
      'message', 'delivery', 'attempt', 'event', 'webhook_delivery', 'webhook_attempt', 'mailing_recipient',
      'mailing_outcome'
    ] loop
      part := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(format('%I', part)) is not null or exists (
        select from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and right(c.relname, 8) > to_char(day, 'YYYYMMDD')
          and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
      );
      execute format('create table %I (like %I including all)%s', part, parent,
        case when parent in ('delivery', 'webhook_delivery') then ' with (fillfactor = 70)' else '' end);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        uuid_at(day), uuid_at(day + 1));
    end loop;
  end loop;
end
$$;

-- As before, with the tables of mailings: a day stays while a lot of it is there, which goes once nothing of it waits.
create or replace function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  least uuid := uuid_at(p_day);
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
  -- What mailings kept before they had a partition a day.
  if exists (
    select from pg_class c
    where c.oid in (to_regclass('mailing_recipient_' || suffix), to_regclass('mailing_outcome_' || suffix))
      and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
  ) then
    least := '00000000-0000-0000-0000-000000000000';
  end if;
  if waits or exists (
    select from mailing_lot l where l.id >= least and l.id < uuid_at(p_day + 1) order by l.id limit 1
  ) then
    return false;
  end if;
  -- In the order in which accepting takes them.
  execute format('drop table if exists %I, %I, %I, %I, %I, %I',
    'message_' || suffix, 'delivery_' || suffix, 'attempt_' || suffix, 'event_' || suffix,
    'mailing_recipient_' || suffix, 'mailing_outcome_' || suffix);
  return true;
end
$$;

-- A UUIDv7 (RFC 9562 section 5.7) by the database's clock.
create function new_lot_id() returns uuid
language sql volatile as $$
  select encode(set_byte(b, 6, (get_byte(b, 6) & 15) | 112), 'hex')::uuid
  from (
    select overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as b
  ) v
$$;

-- A lot of today of a mailing that has room for `p_count` more, locked until the transaction ends, and its last number. A
-- lot that somebody else is adding to is passed over, so that nobody waits: there are as many a day as add at once.
create function lot_of_today(
  p_account bigint, p_mailing uuid, p_count integer, p_most integer, out lot uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  -- The newest first: behind it lie those that are full. Index mailing_lot_of.
  select l.id, l.recipients into lot, behind from mailing_lot l
  where l.account_id = p_account and l.mailing_id = p_mailing
    and l.id >= uuid_at((clock_timestamp() at time zone 'utc')::date) and l.recipients <= p_most - p_count
  order by l.id desc limit 1
  for update skip locked;
  if lot is null then
    lot := new_lot_id();
    behind := 0;
    insert into mailing_lot (account_id, id, mailing_id) values (p_account, lot, p_mailing);
  end if;
end
$$;

-- Adds recipients to a frozen mailing that is being prepared, or queues them of an open one, and then tells `p_channel` with
-- the commit. False when the mailing takes none. Whoever closes an open mailing waits for those that add, nobody else does.
create function add_recipients(
  p_account bigint, p_mailing uuid, p_recipients text[], p_data text[], p_refs bigint[], p_most integer,
  p_most_of_lot integer, p_channel text
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_count constant integer := cardinality(p_recipients);
  v_mailing record;
  v_to record;
begin
  select m.kind, m.class, m.state into v_mailing from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.kind = 'open' and m.closed_at is null
    and m.state in ('sending', 'paused')
  for key share;
  if not found then
    update mailing m set recipients = m.recipients + v_count
    where m.account_id = p_account and m.id = p_mailing and m.kind = 'frozen' and m.state = 'preparing'
      and m.recipients + v_count <= p_most
    returning m.kind, m.class, m.state into v_mailing;
    if not found then
      return false;
    end if;
  elsif v_mailing.state = 'paused' then
    -- Nobody resumes it before this commits: what is held after that would wait for ever.
    select m.kind, m.class, m.state into v_mailing from mailing m
    where m.account_id = p_account and m.id = p_mailing for share;
  end if;
  select * into v_to from lot_of_today(p_account, p_mailing, v_count,
    case v_mailing.kind when 'open' then p_most_of_lot else p_most end);
  update mailing_lot set recipients = recipients + v_count where account_id = p_account and id = v_to.lot;
  if v_mailing.kind = 'open' then
    -- Status 1 is suppressed: delivery reports it instead of delivering.
    insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
    select p_account, v_to.lot, v_to.behind + r.position, r.recipient, v_mailing.class,
      case when exists (
        select from suppression s where s.account_id = p_account and s.address = lower(r.recipient) offset 0
      ) then 1 else 5 end,
      v_mailing.state <> 'paused', case when v_mailing.state = 'paused' then 'infinity'::timestamptz else now() end
    from unnest(p_recipients) with ordinality as r (recipient, position);
    perform pg_notify(p_channel, '');
  end if;
  insert into mailing_recipient (account_id, lot_id, recipient_no, recipient, data, ref, queued_at)
  select p_account, v_to.lot, v_to.behind + r.position, r.recipient, r.data::json, r.ref,
    case v_mailing.kind when 'open' then now() end
  from unnest(p_recipients, p_data, p_refs) with ordinality as r (recipient, data, ref, position);
  return true;
end
$$;

-- Lets an open mailing take no more; it is sent once all that it took has an outcome. False when it is none, or closed.
create function close_mailing(p_account bigint, p_mailing uuid) returns boolean
language plpgsql as $$
begin
  -- Waits for those that add, and sees in the next statement what they added.
  perform from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.kind = 'open' and m.closed_at is null
    and m.state in ('sending', 'paused')
  for update;
  if not found then
    return false;
  end if;
  update mailing m
  set closed_at = now(), recipients = c.recipients,
    state = case when c.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed
      then 'sent' else m.state end,
    ended_at = case when c.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed
      then now() end
  from (
    select coalesce(sum(l.recipients - l.carried), 0) + (
      select recipients from mailing where account_id = p_account and id = p_mailing
    ) as recipients
    from mailing_lot l where l.account_id = p_account and l.mailing_id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing;
  return true;
end
$$;

-- As before, over all lots of a mailing, and at most `p_most` rows: it is called until it finds fewer.
drop function hold_mailing_rows(bigint, uuid, float8);
create function hold_mailing_rows(p_account bigint, p_mailing uuid, p_lease_seconds float8, p_most integer)
returns integer
language plpgsql as $$
declare
  v_held integer := 0;
  v_lot uuid;
  v_state text;
  v_recipient_no integer;
begin
  -- Nobody resumes it in the middle: what is held after that would wait for ever.
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = p_mailing for share;
  if v_state is null or v_state not in ('paused', 'cancelled') then
    return 0;
  end if;
  for v_lot in
    select l.id from mailing_lot l where l.account_id = p_account and l.mailing_id = p_mailing order by l.id
  loop
    for v_recipient_no in
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_lot
        and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
        and (d.next_at < 'infinity' or v_state = 'cancelled')
      limit p_most - v_held
      for update skip locked
    loop
      update delivery d
      set next_at = case v_state when 'paused' then 'infinity'::timestamptz end, is_ready = false,
        status = case v_state when 'paused' then d.status else 2 end
      where d.account_id = p_account and d.message_id = v_lot and d.recipient_no = v_recipient_no;
      v_held := v_held + 1;
    end loop;
    exit when v_held >= p_most;
  end loop;
  return v_held;
end
$$;

-- Leases one chunk: class by class, and within a class the accounts take turns, behind the one that had the last, and the
-- mailings of an account too. So what an account or a mailing gets does not depend on how much waits of others.
-- p_cursors: per class the account of the last turn. p_accounts and p_mailings: for some accounts, their last mailing.
create function lease_mailing_chunk(
  p_cursors bigint[], p_accounts bigint[], p_mailings uuid[], p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, lot_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint,
  epoch integer
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
      return query select * from lease_chunk_of_account(v_class::smallint, v_account,
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
create function lease_chunk_of_account(
  p_class smallint, p_account bigint, p_behind uuid, p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, lot_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint,
  epoch integer
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
  v_lot uuid;
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
      -- Of one that is at its end, or gone, the worker that wrote the last outcome came to no end of its chunk.
      update mailing_chunk c set next_at = case v_state when 'paused' then 'infinity'::timestamptz end
      where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
        and c.next_at < 'infinity' and v_state is distinct from 'sending';
      continue;
    end if;
    select c.lot_id, c.chunk_no into v_lot, v_chunk from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
      and c.next_at < 'infinity'
    order by c.next_at limit 1
    for no key update skip locked;
    continue when not found;
    -- By the whole key: in a join PostgreSQL may read all chunks of the lot to find this one.
    return query
      update mailing_chunk c
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = c.epoch + 1
      where c.account_id = p_account and c.lot_id = v_lot and c.chunk_no = v_chunk
      returning c.account_id, c.mailing_id, c.lot_id, c.chunk_no, c.first_no, c.last_no, c.class, c.epoch;
    return;
  end loop;
end
$$;

-- What waits in a lot is carried over to a lot of today before its day is dropped: piece by piece, each in a transaction of
-- its own, until nothing waits. Whoever holds a lease keeps it, and what it holds is looked at later. A recipient that was
-- carried over is in the later lot alone.

-- Moves recipients of a lot to one of today; gives that lot, and the number behind which they follow in the given order.
create function move_recipients(
  p_account bigint, p_mailing uuid, p_from uuid, p_nos integer[], out lot uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_to record;
begin
  select * into v_to from lot_of_today(p_account, p_mailing, cardinality(p_nos), 2147483647);
  lot := v_to.lot;
  behind := v_to.behind;
  insert into mailing_recipient (account_id, lot_id, recipient_no, recipient, data, ref, queued_at)
  select p_account, v_to.lot, v_to.behind + k.position, r.recipient, r.data, r.ref, r.queued_at
  from unnest(p_nos) with ordinality as k (no, position)
  join mailing_recipient r on r.account_id = p_account and r.lot_id = p_from and r.recipient_no = k.no;
  delete from mailing_recipient
  where account_id = p_account and lot_id = p_from and recipient_no = any(p_nos);
  update mailing_lot set recipients = recipients + cardinality(p_nos) where account_id = p_account and id = v_to.lot;
  update mailing_lot set carried = carried + cardinality(p_nos) where account_id = p_account and id = p_from;
end
$$;

-- Rows in the queue; gives how many were carried over, null when there are none that nobody has leased. With `p_failed`, a sentence, one of them ends instead, and its
-- recipient has failed: what is stored of it cannot be read.
create function carry_over_rows(
  p_account bigint, p_lot uuid, p_lease_seconds float8, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_nos integer[];
  v_to record;
begin
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  v_nos := array(
    select d.recipient_no from delivery d
    where d.account_id = p_account and d.message_id = p_lot
      and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
    order by d.recipient_no limit p_limit
    for update skip locked
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  -- What became of a mail may be known and could not be written: then it is not sent again, and counts with its lot.
  with put_off as (
    delete from outcome_missed u
    where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = any(v_nos) and u.part = 'state'
      and u.outcome #>> '{outcome,kind}' = 'deferred'
  ), known as (
    delete from delivery d
    where d.account_id = p_account and d.message_id = p_lot and d.recipient_no = any(v_nos) and exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = d.recipient_no and u.part = 'state'
        and u.outcome #>> '{outcome,kind}' <> 'deferred'
    )
    returning d.recipient_no
  )
  select array(select unnest(v_nos) except select recipient_no from known order by 1) into v_nos;
  if p_failed is not null then
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
  elsif cardinality(v_nos) > 0 and v_state is distinct from 'cancelled' then
    select * into v_to from move_recipients(p_account, v_mailing, p_lot, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts, next_at, delayed_at, class,
      worker, passed_over, taken, is_ready, is_stopped)
    select p_account, v_to.lot, v_to.behind + k.position, d.recipient, d.status, d.attempts, d.next_at, d.delayed_at,
      d.class, d.worker, d.passed_over, d.taken, d.is_ready, d.is_stopped
    from unnest(v_nos) with ordinality as k (no, position)
    join delivery d on d.account_id = p_account and d.message_id = p_lot and d.recipient_no = k.no;
  end if;
  delete from delivery where account_id = p_account and message_id = p_lot and recipient_no = any(v_nos);
  return greatest(cardinality(v_nos), 1);
end
$$;

-- Recipients of the first open chunk that nobody has leased become a chunk of today; gives how many were carried over, and
-- null when there is no such chunk. Those of a mailing that is at its end wait for nothing.
create function carry_over_chunk(
  p_account bigint, p_lot uuid, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_chunk mailing_chunk;
  v_nos integer[];
  v_to record;
begin
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  select * into v_chunk from mailing_chunk c
  where c.account_id = p_account and c.lot_id = p_lot and (c.next_at <= now() or c.next_at = 'infinity')
  order by c.chunk_no limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  if v_state in ('sending', 'paused') then
    v_nos := array(
      select r.recipient_no from mailing_recipient r
      where r.account_id = p_account and r.lot_id = p_lot and r.recipient_no between v_chunk.first_no and v_chunk.last_no
        and not exists (
          select from mailing_outcome o
          where o.account_id = p_account and o.lot_id = p_lot and o.recipient_no = r.recipient_no
            and o.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from delivery d
          where d.account_id = p_account and d.message_id = p_lot and d.recipient_no = r.recipient_no
            and d.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from outcome_missed u
          where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = r.recipient_no
            and u.recipient_no between v_chunk.first_no and v_chunk.last_no and u.part = 'state'
        )
      order by r.recipient_no limit p_limit
    );
  end if;
  if coalesce(cardinality(v_nos), 0) = 0 then
    delete from mailing_chunk where account_id = p_account and lot_id = p_lot and chunk_no = v_chunk.chunk_no;
    return 0;
  end if;
  if p_failed is null then
    select * into v_to from move_recipients(p_account, v_mailing, p_lot, v_nos);
    insert into mailing_chunk (account_id, lot_id, chunk_no, mailing_id, first_no, last_no, class, next_at)
    select p_account, v_to.lot, coalesce(max(c.chunk_no), 0) + 1, v_mailing, v_to.behind + 1,
      v_to.behind + cardinality(v_nos), v_chunk.class,
      case when v_state = 'paused' then 'infinity'::timestamptz else now() end
    from mailing_chunk c where c.account_id = p_account and c.lot_id = v_to.lot;
  else
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
  end if;
  -- A process that held it once, and was taken for dead, can record nothing of it any more.
  update mailing_chunk set first_no = v_nos[cardinality(v_nos)] + 1, epoch = epoch + 1
  where account_id = p_account and lot_id = p_lot and chunk_no = v_chunk.chunk_no;
  return cardinality(v_nos);
end
$$;

-- Recipients of a mailing that is still being prepared; gives how many were carried over, null when there are none.
create function carry_over_prepared(
  p_account bigint, p_lot uuid, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_nos integer[];
begin
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  perform from mailing m
  where m.account_id = p_account and m.id = v_mailing and m.state = 'preparing' for no key update;
  if not found then
    return null;
  end if;
  -- The first of them: what is left begins behind `carried`.
  v_nos := array(
    select r.recipient_no from mailing_recipient r where r.account_id = p_account and r.lot_id = p_lot
    order by r.recipient_no limit p_limit
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  if p_failed is null then
    perform move_recipients(p_account, v_mailing, p_lot, v_nos);
  else
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
    delete from mailing_recipient where account_id = p_account and lot_id = p_lot and recipient_no = any(v_nos);
    -- It is none of those that are cut into chunks any more; it counts for the mailing all the same.
    update mailing_lot set carried = carried + cardinality(v_nos) where account_id = p_account and id = p_lot;
  end if;
  return cardinality(v_nos);
end
$$;

-- Recipients that cannot be carried over have failed.
create function fail_carried(p_account bigint, p_lot uuid, p_nos integer[], p_failed text) returns void
language plpgsql as $$
declare
  v_count integer;
begin
  insert into mailing_outcome (account_id, lot_id, recipient_no, status, finished_at, enhanced, reason)
  select p_account, p_lot, no, 2, now(), '5.3.0', p_failed from unnest(p_nos) as no
  on conflict do nothing;
  get diagnostics v_count = row_count;
  perform count_outcomes(p_account, (select l.mailing_id from mailing_lot l where l.account_id = p_account and l.id = p_lot),
    array_fill(2::smallint, array[v_count]));
end
$$;

-- Raises the counters of a mailing by outcomes; the last one ends it.
create function count_outcomes(p_account bigint, p_mailing uuid, p_statuses smallint[]) returns void
language sql as $$
  update mailing m
  set delivered = m.delivered + c.delivered, bounced = m.bounced + c.bounced, complained = m.complained + c.complained,
    failed = m.failed + c.failed, suppressed = m.suppressed + c.suppressed,
    state = case when c.is_last then 'sent' else m.state end, ended_at = case when c.is_last then now() else m.ended_at end
  from (
    select s.*, m.state in ('sending', 'paused') and (m.kind = 'frozen' or m.closed_at is not null)
      and s.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients as is_last
    from mailing m cross join (
      select count(*) as finished, count(*) filter (where status = 7) as delivered,
        count(*) filter (where status = 3) as bounced, count(*) filter (where status = 4) as complained,
        count(*) filter (where status = 2) as failed, count(*) filter (where status = 1) as suppressed
      from unnest(p_statuses) as status
    ) s
    where m.account_id = p_account and m.id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing and c.finished > 0
$$;

-- Ends a lot of which nothing waits any more: nothing of its day is needed by its mailing then. False when something waits.
create function end_mailing_lot(p_account bigint, p_lot uuid) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_lot mailing_lot;
  v_mailing mailing;
  v_nos integer[];
  v_statuses smallint[];
  v_to record;
begin
  select l.* into v_lot from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.* into v_mailing from mailing m where m.account_id = p_account and m.id = v_lot.mailing_id for no key update;
  -- Who adds to it shortly after midnight is waited for.
  perform from mailing_lot l where l.account_id = p_account and l.id = p_lot for update;
  if exists (
    select from delivery d where d.account_id = p_account and d.message_id = p_lot and d.next_at is not null
  ) or exists (
    select from mailing_chunk c where c.account_id = p_account and c.lot_id = p_lot and c.next_at is not null
  ) or v_mailing.state = 'preparing' and exists (
    select from mailing_recipient r where r.account_id = p_account and r.lot_id = p_lot
  ) then
    return false;
  end if;
  -- Outcomes that are known and could not be written count at least.
  with missed as (
    delete from outcome_missed u
    where u.account_id = p_account and u.part in ('state', 'mailings') and u.message_id = p_lot
    returning u.recipient_no, u.part, u.outcome #>> '{outcome,kind}' as kind
  ), known as (
    select distinct on (recipient_no) recipient_no, part, kind from missed
    where not exists (
      select from mailing_outcome o
      where o.account_id = p_account and o.lot_id = p_lot and o.recipient_no = missed.recipient_no
    )
    order by recipient_no, kind = 'deferred'
  )
  select
    array_agg((array[1, 2, 3, 4, 7])[array_position(
      array['suppressed', 'failed', 'bounced', 'complained', 'delivered'], kind)]::smallint)
      filter (where kind <> 'deferred'),
    array_agg(recipient_no) filter (where kind = 'deferred' and part = 'state')
  into v_statuses, v_nos from known;
  if v_statuses is not null then
    perform count_outcomes(p_account, v_lot.mailing_id, v_statuses);
  end if;
  -- Those of a chunk that were put off, and of which only that is known, go on as rows of today.
  if v_nos is not null and v_mailing.state in ('sending', 'paused') then
    select * into v_to from move_recipients(p_account, v_lot.mailing_id, p_lot, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
    select p_account, r.lot_id, r.recipient_no, r.recipient, v_mailing.class, 5, v_mailing.state <> 'paused',
      case when v_mailing.state = 'paused' then 'infinity'::timestamptz else now() end
    from mailing_recipient r
    where r.account_id = p_account and r.lot_id = v_to.lot and r.recipient_no > v_to.behind
      and r.recipient_no <= v_to.behind + cardinality(v_nos);
  end if;
  delete from mailing_chunk where account_id = p_account and lot_id = p_lot;
  delete from mailing_lot l where l.account_id = p_account and l.id = p_lot returning l.* into v_lot;
  -- What an open mailing has in all is counted by its lots until it is closed.
  if v_mailing.kind = 'open' and v_mailing.closed_at is null then
    update mailing m set recipients = m.recipients + v_lot.recipients - v_lot.carried
    where m.account_id = p_account and m.id = v_lot.mailing_id;
  end if;
  return true;
end
$$;
