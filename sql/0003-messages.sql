-- Message logs: one partition a UTC day, by the UUIDv7 of the message, which carries its time.
-- Looking up an id touches one partition; a day is dropped as a whole.
create table message (
  account_id bigint not null,
  id uuid not null,
  sender text not null,
  subject text not null,
  tag text,
  -- {"to":[],"cc":[],"bcc":[],"reply_to":..,"headers":{}} as accepted.
  head json not null,
  -- First byte the format (0 plain, 1 zstd), then {"html":..,"text":..} as JSON.
  content bytea not null,
  primary key (account_id, id)
) partition by range (id);

-- The program compresses bodies; PostgreSQL's own compression would only cost time.
alter table message alter column content set storage external;

-- One row a recipient: its state and its place in the queue. status: 1 suppressed, 2 failed, 3 bounced,
-- 4 complained, 5 queued, 6 sent, 7 delivered; ordered so that a message's status is the greatest of its recipients.
create table delivery (
  account_id bigint not null,
  message_id uuid not null,
  recipient_no smallint not null,
  recipient text not null,
  status smallint not null default 5,
  attempts smallint not null default 0,
  -- Raised by every claim; only the claimant that holds the present value may finish.
  epoch integer not null default 0,
  -- When the row is due, or until when it is leased; null once nothing is to be done any more.
  next_at timestamptz,
  delayed_at timestamptz,
  primary key (account_id, message_id, recipient_no)
) partition by range (message_id);

create index delivery_due on delivery (next_at) where next_at is not null;

-- One row an attempt: where it went, what was answered, the conversation without secrets and body.
create table attempt (
  account_id bigint not null,
  message_id uuid not null,
  recipient_no smallint not null,
  attempt_no smallint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null,
  route text not null,
  host text,
  address text,
  tls text,
  status text,
  reason text,
  conversation text not null,
  primary key (account_id, message_id, recipient_no, attempt_no)
) partition by range (message_id);

-- The timeline, one row an event and recipient; its id is the webhook's id.
create table event (
  account_id bigint not null,
  message_id uuid not null,
  id uuid not null,
  recipient_no smallint not null,
  event text not null,
  occurred_at timestamptz not null,
  status text,
  reason text,
  primary key (account_id, message_id, id)
) partition by range (message_id);

-- Makes the partitions of the days [first, last]; safe to run from several processes at once and again.
create function ensure_message_partitions(p_first date, p_last date) returns void
language plpgsql as $$
declare
  day date;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  for day in select generate_series(p_first, p_last, interval '1 day')::date loop
    foreach parent in array array['message', 'delivery', 'attempt', 'event'] loop
      if to_regclass(format('%I', parent || '_' || to_char(day, 'YYYYMMDD'))) is null then
        execute format(
          'create table %I partition of %I for values from (%L) to (%L)%s',
          parent || '_' || to_char(day, 'YYYYMMDD'), parent, uuid_at(day), uuid_at(day + 1),
          case when parent = 'delivery' then ' with (fillfactor = 70)' else '' end);
      end if;
    end loop;
  end loop;
end
$$;

-- The least UUIDv7 of a UTC day.
create function uuid_at(p_day date) returns uuid
language sql immutable as $$
  select (
    lpad(to_hex((extract(epoch from p_day::timestamp) * 1000)::bigint), 12, '0') || '00000000000000000000'
  )::uuid
$$;

-- Accepts the messages of one account in one transaction: message and queue rows together or not at all.
-- Arrays run in parallel: one element a message; recipients name their message by its position (from 1).
-- Contents arrive as one binary parameter, because escaping arrays of bytea costs more than storing them.
create function accept_messages(
  p_account bigint, p_ids uuid[], p_senders text[], p_subjects text[], p_tags text[], p_heads text[],
  p_content_starts integer[], p_content_sizes integer[], p_contents bytea,
  p_recipient_messages integer[], p_recipient_nos smallint[], p_recipients text[]
) returns void
language plpgsql as $$
begin
  insert into message (account_id, id, sender, subject, tag, head, content)
  select p_account, m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
  from unnest(p_ids, p_senders, p_subjects, p_tags, p_heads, p_content_starts, p_content_sizes)
    as m (id, sender, subject, tag, head, start, size);

  insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
  select p_account, p_ids[r.message], r.recipient_no, r.recipient, now()
  from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient);
end
$$;
