-- Why a mail is sent: 0 transactional, 1 automation, 2 confirmation, 3 campaign. A lower number overtakes a higher one.
alter table delivery add column class smallint not null default 0;
-- The delivery process that its site belongs to, by its number in delivery_worker; 0 while anybody may take it.
alter table delivery add column worker smallint not null default 0;

-- A mail to many has more recipients than a smallint counts.
alter table delivery alter column recipient_no type integer;
alter table attempt alter column recipient_no type integer;
alter table event alter column recipient_no type integer;

-- What is due of one account and class is found at once, however much of others waits before it.
drop index delivery_due;
create index delivery_due on delivery (worker, class, account_id, next_at) where next_at is not null;

-- Delivery processes that live, each with a number of its own. One that has not been seen for a while is dead; its row
-- goes when nothing in the queue bears its number any more.
create table delivery_worker (
  number smallint primary key check (number > 0),
  id uuid not null unique,
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Gives a new process the lowest number that is free.
create function join_delivery_workers(p_id uuid) returns smallint
language plpgsql as $$
declare
  free smallint;
begin
  -- Two at once would take the same number.
  perform pg_advisory_xact_lock(hashtext('postrider delivery workers'));
  select min(n) into free
  from generate_series(1, 32767) n
  where not exists (select from delivery_worker w where w.number = n);
  insert into delivery_worker (number, id) values (free, p_id);
  return free;
end
$$;

-- Leases due rows: class by class, and within a class at most `p_turn` of each account, going round the accounts behind
-- the one where the last call ended. So what an account gets does not depend on how much waits of others. At the end comes
-- a row without a message for each class: behind which account to go on, and whether all accounts were looked at.
create function claim_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_round boolean
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
          set next_at = now() + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1
          from due
          where d.account_id = due.account_id and d.message_id = due.message_id and d.recipient_no = due.recipient_no
            and d.message_id >= p_since and d.message_id < up_to
          returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch,
            d.status = 6, d.status = 1, d.delayed_at is not null, null::boolean;
        get diagnostics v_taken = row_count;
        v_left := v_left - v_taken;
      end loop;
    end loop;
    return query select v_cursor, null::uuid, null::integer, null::text, v_class::smallint, null::smallint, null::integer,
      null::boolean, null::boolean, null::boolean, v_left > 0 and v_visits < max_visits;
  end loop;
end
$$;

-- What delivery processes see of sites that have mail or rest: written every few seconds, for whoever watches. Global: a
-- site is a receiver's, not an account's.
create unlogged table delivery_site (
  worker smallint not null,
  site text not null,
  waiting integer not null,
  connections integer not null,
  allowed_connections integer not null,
  per_second real not null,
  resting_until timestamptz,
  reason text,
  seen_at timestamptz not null default now(),
  primary key (worker, site)
);

-- Sites that the operator has stopped. All sites whose name ends with the text, so that a provider is stopped by its
-- servers' domain.
create table delivery_site_stop (
  site_suffix text primary key,
  until timestamptz not null,
  reason text not null,
  created_at timestamptz not null default now()
);
