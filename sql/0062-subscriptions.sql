-- Lists that contacts have left by their own page, where they may join them again; numbers only.
create table list_departure (
  account_id bigint not null,
  contact_id bigint not null,
  list_id bigint not null,
  left_at timestamptz not null default now(),
  primary key (account_id, contact_id, list_id)
);
