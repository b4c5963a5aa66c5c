-- Files of rows that people bring: taken in pieces, then worked through by a job that goes on where it was.
create table import (
  account_id bigint not null,
  id uuid not null,
  -- What its rows become, for example suppressions.
  kind text not null,
  state text not null default 'receiving'
    check (state in ('receiving', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  file_name text not null,
  note text,
  person_name text,
  idempotency_key text,
  sha256 bytea,
  bytes bigint not null default 0,
  -- Up to here the rows are taken: a byte and a line of the file.
  position bigint not null default 0,
  line bigint not null default 0,
  -- How the file is to be read, once its first rows were seen.
  layout jsonb,
  added bigint not null default 0,
  known bigint not null default 0,
  rejected bigint not null default 0,
  -- Why it ended early, in a sentence.
  fault text,
  -- When a process may take it up; null when there is nothing to do.
  next_at timestamptz,
  -- Moves with each process that takes it up: one that lost it changes nothing.
  epoch integer not null default 0,
  -- Times in a row that it failed without coming further.
  failures integer not null default 0,
  heard_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, id)
);

create unique index import_once on import (account_id, kind, idempotency_key) where idempotency_key is not null;
create index import_due on import (next_at) where next_at is not null;
create index import_receiving on import (heard_at) where state = 'receiving';
create index import_age on import (created_at);

-- The file, until its rows are taken: pieces by the byte at which each begins.
create table import_piece (
  account_id bigint not null,
  import_id uuid not null,
  start bigint not null,
  bytes bytea not null,
  primary key (account_id, import_id, start)
);

-- Rows that were not taken.
create table import_reject (
  account_id bigint not null,
  import_id uuid not null,
  line bigint not null,
  value text not null,
  reason text not null,
  primary key (account_id, import_id, line)
);
