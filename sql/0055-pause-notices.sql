-- Pauses that came of an account's own outcomes and that its owners are to be told of by mail: written with the pause, and
-- taken out in the transaction that accepts the mail. Empty while nothing was paused.
create table pause_notice (
  account_id bigint not null,
  -- 0: all sending of the account; else the class of mail to many.
  class smallint not null check (class between 0 and 3),
  -- Until when it is left alone, because it could not be told.
  next_at timestamptz not null default now(),
  primary key (account_id, class)
);
