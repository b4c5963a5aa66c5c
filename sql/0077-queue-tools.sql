-- Whether the installation takes no new mail because it is maintained, and until when: one row at most. A drain that nobody
-- ends ends by itself.
create table queue_drain (
  is_on boolean primary key default true check (is_on),
  until timestamptz not null,
  started_at timestamptz not null default now()
);

-- Purges of the queue that are under way: which mail, and how many recipients were taken out so far, counted in the
-- transactions that take them out. A purge that was killed goes on with its row; one that is at its end has none.
create table queue_purge (
  filter text primary key,
  purged bigint not null default 0,
  started_at timestamptz not null default now()
);
