-- Where an account is told what becomes of its mails: one URL.
create table webhook (
  account_id bigint primary key,
  url text not null,
  format text not null check (format in ('native', 'compatible')),
  events text[] not null,
  -- Receivers that compare the whole signature header to one value get one signature instead of several.
  has_single_signature boolean not null default false,
  -- Sealed. After a rotation both sign until the time given, so that receivers can change over.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  -- Why and since when: 'owner' or 'gone' (the receiver answered 410).
  disabled_by text,
  disabled_at timestamptz,
  -- Health: since when each attempt has failed, and when the owner was told of it.
  failing_since timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Webhooks whose owners may have to be told something.
create index webhook_troubled on webhook (account_id) where failing_since is not null or disabled_by = 'gone';

-- A UUIDv7 of this moment by the database's clock: a process whose clock is wrong would write into a day that has no
-- partition, and with it lose the outcome that is recorded in the same transaction.
create function uuid_now() returns uuid
language sql volatile parallel safe as $$
  select overlay(gen_random_uuid()::text placing left(h, 8) || '-' || right(h, 4) || '-7' from 1 for 15)::uuid
  from (select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as h) as clock
$$;

-- What is sent to the URL, one row an event and recipient; a replay or a resend is a row of its own with the same event.
-- A row is also its place in the queue: `next_at` is when it is due, or until when it is leased.
create table webhook_delivery (
  account_id bigint not null,
  id uuid not null,
  -- The event's id (`whd_`), the same in every row and attempt.
  event_id uuid not null,
  -- The message that the event is about; null where it is about none (a test, an alert of a tag).
  message_id uuid,
  recipient_no integer,
  recipient text,
  tag text,
  event text not null,
  occurred_at timestamptz not null,
  -- Enhanced status code and the server's words, as in the timeline.
  status text,
  reason text,
  -- What an open or a click or an alert adds; null for the others.
  extra jsonb,
  -- 0 waits, 1 received, 2 given up, 3 held (the webhook was disabled or removed): may be replayed.
  state smallint not null default 0,
  attempts smallint not null default 0,
  next_at timestamptz,
  epoch integer not null default 0,
  -- How the last attempt was answered: an HTTP status, or 0 when there was no answer.
  answer smallint,
  -- The bytes of the first attempt, for the next ones and the log; with the format in which they are written.
  body bytea,
  format text,
  -- Another URL than the webhook's (a replay); null: the webhook's.
  url text,
  -- The replay that it belongs to.
  replay_id uuid,
  primary key (account_id, id)
) partition by range (id);

create index webhook_delivery_due on webhook_delivery (account_id, next_at) where next_at is not null;

-- One row an attempt, with what the receiver answered.
create table webhook_attempt (
  account_id bigint not null,
  -- The row of webhook_delivery.
  delivery_id uuid not null,
  attempt_no smallint not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  -- Null when there was no answer; then `fault` says why.
  answer smallint,
  answer_headers jsonb,
  -- The first 8 KB, as text.
  answer_body text,
  fault text,
  primary key (account_id, delivery_id, attempt_no)
) partition by range (delivery_id);

-- A range of the log sent again at a chosen rate; a job moves `position` on.
create table webhook_replay (
  account_id bigint not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  -- What of the log: {created_after, created_before, events, tag, answers, states}.
  filter jsonb not null,
  -- Null: the webhook's.
  url text,
  per_second integer not null check (per_second > 0),
  -- Deliveries up to this one were looked at; those after `until_id` came after the request.
  position uuid not null,
  until_id uuid not null,
  queued integer not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  -- Due, or leased until, while it runs.
  next_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, id)
);

create index webhook_replay_due on webhook_replay (next_at) where next_at is not null;

-- As before, with the webhooks' tables: a delivery's day is that of its own id.
create or replace function ensure_message_partitions(p_first date, p_last date) returns void
language plpgsql as $$
declare
  day date;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  for day in select generate_series(p_first, p_last, interval '1 day')::date loop
    foreach parent in array array['message', 'delivery', 'attempt', 'event', 'webhook_delivery', 'webhook_attempt'] loop
      part := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(format('%I', part)) is not null;
      execute format('create table %I (like %I including all)%s', part, parent,
        case when parent in ('delivery', 'webhook_delivery') then ' with (fillfactor = 70)' else '' end);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        uuid_at(day), uuid_at(day + 1));
    end loop;
  end loop;
end
$$;

-- Drops the webhooks' log of a day. What is older than the retention has long been given up: the last attempt comes within
-- a day of the first, within three days when the receiver asks for pauses, and a replay's rows are new ones.
create function drop_webhook_partitions(p_day date) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  execute format('drop table if exists %I, %I',
    'webhook_delivery_' || to_char(p_day, 'YYYYMMDD'), 'webhook_attempt_' || to_char(p_day, 'YYYYMMDD'));
end
$$;

-- Leases due deliveries, going round the accounts behind `p_cursor`, where the last call ended: of each account in
-- `p_accounts` as many as `p_places` has room for, of every other at most `p_turn`. At the end comes a row without an id:
-- behind which account to go on, and whether all accounts were looked at.
create function claim_webhook_deliveries(
  p_since uuid, p_limit integer, p_turn integer, p_cursor bigint, p_accounts bigint[], p_places integer[],
  p_lease_seconds float8
) returns table (
  account_id bigint, id uuid, event_id uuid, message_id uuid, recipient_no integer, recipient text, tag text, event text,
  occurred_at timestamptz, status text, reason text, extra jsonb, attempts smallint, epoch integer, body bytea,
  format text, url text, is_round boolean
)
language plpgsql
-- As for mails: the limit is not known when a call is planned.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_visits constant integer := 64;
  up_to constant uuid := uuid_at((now() at time zone 'utc')::date + 2);
  v_left integer := p_limit;
  v_cursor bigint := p_cursor;
  v_account bigint;
  v_next_at timestamptz;
  v_visits integer := 0;
  v_places integer;
  v_ids uuid[];
  v_from_front boolean := p_cursor < 0;
  v_taken integer;
begin
  while v_left > 0 and v_visits < max_visits loop
    v_visits := v_visits + 1;
    select d.account_id, d.next_at into v_account, v_next_at
    from webhook_delivery d
    where d.account_id > v_cursor and d.next_at is not null and d.id >= p_since and d.id < up_to
    order by d.account_id, d.next_at limit 1;
    if not found then
      exit when v_from_front;
      v_from_front := true;
      v_cursor := -1;
      continue;
    end if;
    exit when v_from_front and p_cursor >= 0 and v_account > p_cursor;
    v_cursor := v_account;
    v_places := coalesce(p_places[array_position(p_accounts, v_account)], p_turn);
    continue when v_next_at > now() or v_places <= 0;
    select array_agg(due.id order by due.id) into v_ids from (
      select d.id from webhook_delivery d
      where d.account_id = v_account and d.next_at <= now() and d.id >= p_since and d.id < up_to
      order by d.next_at limit least(v_places, v_left)
      for update skip locked
    ) due;
    continue when v_ids is null;
    -- By a list of ids and not by a join, which a plan may well make by reading all rows of the account.
    return query
      update webhook_delivery d
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = d.epoch + 1
      where d.account_id = v_account and d.id = any (v_ids) and d.id between v_ids[1] and v_ids[cardinality(v_ids)]
      returning d.account_id, d.id, d.event_id, d.message_id, d.recipient_no, d.recipient, d.tag, d.event, d.occurred_at,
        d.status, d.reason, d.extra, d.attempts, d.epoch, d.body, d.format, d.url, null::boolean;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
  end loop;
  return query select v_cursor, null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::text,
    null::timestamptz, null::text, null::text, null::jsonb, null::smallint, null::integer, null::bytea, null::text,
    null::text, v_left > 0 and v_visits < max_visits;
end
$$;
