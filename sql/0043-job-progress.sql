-- How far long jobs have come, for pages that look on: a row a job, written a few times a second at most. Half of each page
-- is left free, so that a new count finds room beside the old one and no index is touched.
create table job_progress (
  account_id bigint not null,
  id uuid not null,
  -- What the job does, for example suppression_import.
  kind text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done bigint not null default 0,
  -- Null while nobody can say.
  total bigint,
  -- What it has come to, in words for people.
  sentence text not null default '',
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (account_id, id)
) with (fillfactor = 50);

create index job_progress_age on job_progress (created_at);
