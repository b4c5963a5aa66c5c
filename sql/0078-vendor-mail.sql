-- Mail that came by the API of another vendor, and what became of it as that vendor tells it: a log that is read from a cursor
-- on. All of it is forgotten after 30 days.

-- A request that was accepted. One to recipients who do not see each other is a mailing; any other a message, of the same id.
create table vendor_message (
  account_id bigint not null,
  id uuid not null,
  vendor text not null,
  -- The domain that the request named; it signs.
  domain text not null,
  mailing_id uuid,
  sender text not null,
  subject text not null,
  tags text[] not null,
  -- What the client wants to have back with each event.
  metadata json not null,
  bytes integer not null,
  is_test boolean not null,
  -- Where numbered links of a mailing lead, the first being number 1.
  links text[] not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

create unique index vendor_message_mailing on vendor_message (account_id, mailing_id) where mailing_id is not null;
create index vendor_message_age on vendor_message using brin (created_at);

-- Its recipients, as the request wrote them, numbered as in the message or by the mailing's references.
create table vendor_recipient (
  account_id bigint not null,
  message_id uuid not null,
  recipient_no integer not null,
  address text not null,
  -- Where it differs from that of the message.
  metadata json,
  -- Opens and clicks that were written: there is an end to them.
  visits smallint not null default 0,
  primary key (account_id, message_id, recipient_no)
);

-- Whom a batch was accepted for, by what its client repeats with it: a batch that comes again is mailed to nobody twice.
create table vendor_repeat (
  account_id bigint not null,
  domain text not null,
  repeat_key text not null,
  -- SHA-256 of the address in lower case.
  address_hash bytea not null,
  message_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, domain, repeat_key, address_hash)
);

create index vendor_repeat_age on vendor_repeat using brin (created_at);

-- The last event of an account. Its row is locked from when events are numbered until they are committed or taken back:
-- whoever waits for it gets greater numbers, and commits later. So who has read up to an event has read all before it, for
-- good. Whoever writes events locks it last.
create table vendor_event_order (
  account_id bigint primary key,
  last_id bigint not null,
  last_at timestamptz not null
) with (fillfactor = 50);

create table vendor_event (
  account_id bigint not null,
  id bigint not null,
  -- When it was written here: of a greater id never earlier.
  recorded_at timestamptz not null,
  vendor text not null,
  domain text not null,
  message_id uuid not null,
  recipient_no integer not null,
  recipient text not null,
  event text not null,
  details json not null,
  primary key (account_id, id)
);

create index vendor_event_time on vendor_event (account_id, recorded_at, id);
create index vendor_event_age on vendor_event using brin (recorded_at);

-- Writes events of an account in the order given, behind all that it has.
create function append_vendor_events(
  p_account bigint, p_vendors text[], p_domains text[], p_messages uuid[], p_recipient_nos integer[], p_recipients text[],
  p_events text[], p_details text[]
) returns void
language plpgsql as $$
declare
  last record;
begin
  if cardinality(p_events) = 0 then
    return;
  end if;
  insert into vendor_event_order (account_id, last_id, last_at) values (p_account, 0, '-infinity') on conflict do nothing;
  -- A statement of its own sees what the transaction that was waited for has committed.
  perform from vendor_event_order o where o.account_id = p_account for update;
  update vendor_event_order o
  set last_id = o.last_id + cardinality(p_events),
    -- As exact as clients are told it.
    last_at = greatest(o.last_at, date_trunc('milliseconds', clock_timestamp()))
  where o.account_id = p_account
  returning o.last_id, o.last_at into last;
  insert into vendor_event (
    account_id, id, recorded_at, vendor, domain, message_id, recipient_no, recipient, event, details
  )
  select p_account, last.last_id - cardinality(p_events) + e.position, last.last_at, e.vendor, e.domain, e.message_id,
    e.recipient_no, e.recipient, e.event, e.details::json
  from unnest(p_vendors, p_domains, p_messages, p_recipient_nos, p_recipients, p_events, p_details)
    with ordinality as e (vendor, domain, message_id, recipient_no, recipient, event, details, position);
end
$$;

-- Charges an account for mails to many that are not campaigns', or not at all: null when they fit, else 'monthly' or 'daily'
-- and the seconds until it is counted anew. As accept_messages judges it, sql/0032-message-order.sql.
create function charge_vendor_mails(p_account bigint, p_mails bigint) returns text[]
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  used record;
  limits record;
begin
  select monthly_limit(a, p) as month, p.daily_quota as day into limits
  from account a join plan p on p.name = a.plan where a.account_id = p_account;
  insert into account_usage (account_id, month, day) values (p_account, this_month, today) on conflict do nothing;
  select u.used as month, case when u.day >= today then u.day_used else 0 end as day into used
  from account_usage u where u.account_id = p_account and u.month = this_month for update;
  if used.month + p_mails > limits.month then
    return array['monthly', seconds_until((this_month + interval '1 month')::timestamp)::text];
  elsif used.day + p_mails > limits.day then
    return array['daily', seconds_until((today + 1)::timestamp)::text];
  end if;
  update account_usage u
  set used = used.month + p_mails, day_used = used.day + p_mails, day = greatest(u.day, today)
  where u.account_id = p_account and u.month = this_month;
  return null;
end
$$;

-- Whether clients of a vendor may speak to an account in its API; absent: as it is for everybody.
create table vendor_surface (
  account_id bigint not null,
  vendor text not null,
  is_on boolean not null,
  primary key (account_id, vendor)
);
