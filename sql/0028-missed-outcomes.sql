-- What a listener of outcomes missed because it failed, while the outcome itself was committed; a job tries it again. `part`
-- names the listener, or `attempt` and `state` for what delivery itself could not write.
create table outcome_missed (
  account_id bigint not null,
  part text not null,
  -- In the order in which it happened.
  id bigint generated always as identity,
  message_id uuid not null,
  recipient_no integer not null,
  -- The outcome as listeners are told it, and what was to be written.
  outcome jsonb not null,
  -- Why it failed the last time.
  error text not null,
  attempts smallint not null default 0,
  missed_at timestamptz not null default now(),
  -- When it is tried again; null: given up.
  next_at timestamptz default now() + interval '10 seconds',
  primary key (account_id, part, id)
);

create index outcome_missed_due on outcome_missed (account_id, part, next_at) where next_at is not null;
-- A mail whose state could not be written must not be sent again.
create unique index outcome_missed_state on outcome_missed (account_id, message_id, recipient_no) where part = 'state';
create index outcome_missed_old on outcome_missed (missed_at);
