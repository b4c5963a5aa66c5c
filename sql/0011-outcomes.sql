-- Mailboxes that were full: one such bounce says little about an address, several over a week say that nobody reads it.
create table soft_bounce (
  account_id bigint not null,
  -- In lower case, compared by its bytes, as in `suppression`.
  address text collate "C" not null,
  -- Mails, not attempts.
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, address)
);

-- What receivers hold against a sender domain of the account, or against the address that we send from.
create table delivery_alert (
  account_id bigint not null,
  -- sender: the records or the name of a sender domain; blocked: refused by policy; paused: a receiver wants none for now.
  kind text not null check (kind in ('sender', 'blocked', 'paused')),
  -- A sender domain, or the domain of the receiving servers.
  subject text collate "C" not null,
  -- The first of those that followed each other within a day.
  first_at timestamptz not null,
  last_at timestamptz not null,
  count bigint not null,
  -- The words of the last.
  reason text,
  -- When somebody was last written to about it.
  noticed_at timestamptz,
  primary key (account_id, kind, subject)
);

-- Few rows are young at any time; the job that writes mails and the doctor look at no others.
create index delivery_alert_newest on delivery_alert (last_at);
