-- What came back over SMTP: bounces, complaints, unsubscriptions, reports. Kept before the sender hears 250, processed
-- afterwards, so that a crash between the two loses nothing. The installation's: whose mail it is says only its content.
create table inbound_mail (
  id uuid primary key,
  received_at timestamptz not null default now(),
  -- '' for the null sender.
  mail_from text not null,
  -- As said in the dialogue, in lower case.
  recipients text[] not null,
  -- Address of the server that brought it.
  peer text not null,
  raw bytea not null,
  -- waiting; done: it had an effect; ignored: it says nothing of a failure, or nothing new; unclassified: nobody can say
  -- of what it speaks; unreadable: given up.
  state text not null default 'waiting'
    check (state in ('waiting', 'done', 'ignored', 'unclassified', 'unreadable')),
  reason text,
  -- Raised by every claim, so that a mail that kills its reader is given up too.
  attempts smallint not null default 0,
  epoch integer not null default 0,
  -- When the row is due, or until when it is leased; null once it is processed.
  next_at timestamptz default now()
);

create index inbound_mail_due on inbound_mail (next_at) where next_at is not null;

-- Recipients who unsubscribed by mail, until there are lists that they can be taken off.
create table inbound_unsubscribe (
  account_id bigint not null,
  address text collate "C" not null,
  message_id uuid not null,
  recipient_no integer not null,
  created_at timestamptz not null default now(),
  primary key (account_id, address)
);

-- A host that a mail comes in for, and the domain of a Message-ID, are looked up before the account is known.
create index domain_by_name on domain (name);
