-- Templates of mails to many, each kept once for all mailings that have it.
create table mail_template (
  account_id bigint not null,
  -- SHA-256 of `template`.
  hash bytea not null,
  -- First byte the format (0 plain, 1 zstd), then the template as JSON.
  template bytea not null,
  -- When a mailing was last made with it: one that no mailing has goes some time after.
  used_at timestamptz not null default now(),
  primary key (account_id, hash)
);

-- The program compresses templates; PostgreSQL's own compression would only cost time.
alter table mail_template alter column template set storage external;

alter table mailing
  -- A frozen mailing takes recipients until it is started, an open one from its start until it is closed.
  add column kind text not null default 'frozen' check (kind in ('frozen', 'open')),
  add column template_hash bytea,
  -- What of its owner (a campaign, an automation's mail, ...) the mailing is; null when nobody owns it.
  add column source bigint,
  -- When an open mailing was closed: from then on `recipients` is what it has in all.
  add column closed_at timestamptz,
  -- Of mailings from before, for processes of the version before that still have mail of them in hand.
  alter column template drop not null;

insert into mail_template (account_id, hash, template)
select distinct on (account_id, hash) account_id, hash, template
from (select account_id, sha256(template) as hash, template from mailing) t;
update mailing
set template_hash = sha256(template), template = case when state in ('preparing', 'sending', 'paused') then template end;

-- Which mailings have a template.
create index mailing_template on mailing (account_id, template_hash);

-- Recipients of a mailing that were queued on one day. Its id, a UUIDv7 by the database's clock, is the id of their
-- messages: in the queue, in attempts, in return paths.
create table mailing_lot (
  account_id bigint not null,
  id uuid not null,
  mailing_id uuid not null,
  -- The last number that was given; the first is 1.
  recipients integer not null default 0,
  -- How many of them have been carried over to a later lot.
  carried integer not null default 0,
  -- Why what waits in it could not be carried over the last time.
  failed text,
  primary key (account_id, id)
  -- Room for the counter of a lot that is added to.
) with (fillfactor = 50);

create unique index mailing_lot_of on mailing_lot (account_id, mailing_id, id);
-- Lots of a day, over all accounts.
create index mailing_lot_day on mailing_lot (id);
create index mailing_lot_failed on mailing_lot (id) where failed is not null;

-- What mailings have kept so far becomes the part of their days up to tomorrow: its rows are not rewritten, and the look
-- through all of them that says so locks nobody out (0046).
do $$
declare
  v_day constant date := (now() at time zone 'utc')::date + 1;
  v_table text;
begin
  foreach v_table in array array['mailing_recipient', 'mailing_outcome'] loop
    execute format('alter table %I add constraint %I check (mailing_id < %L) not valid',
      v_table, v_table || '_up_to_' || to_char(v_day, 'YYYYMMDD'), uuid_at(v_day + 1));
  end loop;
end
$$;

-- Processes of the version before know nothing of lots: from here on they begin no mail of mailings any more and end what
-- they have in hand. The present one claims by other names.
alter function lease_deliveries(smallint[], uuid, integer[], bigint[], integer, float8, integer, float8)
  rename to lease_due_deliveries;

create function lease_deliveries(
  p_workers smallint[], p_since uuid, p_limits integer[], p_cursors bigint[], p_turn integer, p_lease_seconds float8,
  p_moves integer, p_from float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint,
  epoch integer, taken smallint, was_sent boolean, is_suppressed boolean, was_delayed boolean, is_full boolean,
  due_in_ms float8, since uuid, now_ms float8
)
language sql as $$
  select l.account_id, l.message_id, l.recipient_no, l.recipient, l.class, l.attempts, l.epoch, l.taken, l.was_sent,
    l.is_suppressed, l.was_delayed, l.is_full and l.class = 0, l.due_in_ms, l.since, l.now_ms
  from lease_due_deliveries(p_workers, p_since, p_limits[1:1] || array_fill(0, array[cardinality(p_limits) - 1]),
    p_cursors, p_turn, p_lease_seconds, p_moves, p_from) l
$$;

create or replace function claim_mailing_chunk(
  p_cursors bigint[], p_accounts bigint[], p_mailings uuid[], p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint, epoch integer
)
language sql as $$
  select null::bigint, null::uuid, null::integer, null::integer, null::integer, null::smallint, null::integer where false
$$;
drop function claim_chunk_of_account(smallint, bigint, uuid, float8);
