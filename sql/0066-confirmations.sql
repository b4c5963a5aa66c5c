-- Double opt-in: people who sign up confirm by a link in a mail before they are sent anything else.

-- Whether those who sign up with an account have to confirm. What contacts are already, they stay.
alter table account add column double_opt_in boolean not null default true;

-- The record that holds an account's mail which asks to confirm, made when it is first needed.
create table confirmation_mail (
  account_id bigint not null primary key,
  campaign_id bigint not null,
  -- When sign-ups whose mail could not be sent are looked at again; null: there are none.
  next_at timestamptz,
  failures integer not null default 0,
  -- Why it could not be sent, in a sentence.
  fault text
);
create index confirmation_mail_due on confirmation_mail (next_at) where next_at is not null;

-- The sign-up of a contact, until some days after it was confirmed or has expired.
create table contact_sign_up (
  account_id bigint not null,
  contact_id bigint not null,
  -- The last time; from then on it can be confirmed for some days.
  signed_up_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- When the last mail was queued, and the one before it.
  asked_at timestamptz,
  asked_before_at timestamptz,
  -- Whether a mail is yet to be queued, because that could not be done at once.
  is_waiting boolean not null default false,
  form_id bigint,
  -- What is done when it is confirmed. Of a contact that had not confirmed before, all but the consent was done at once.
  first_name text,
  last_name text,
  ip_address text,
  fields jsonb,
  list_ids bigint[] not null default '{}',
  consent_text text,
  consent_source text,
  consent_ip text,
  primary key (account_id, contact_id)
) with (fillfactor = 75);
create index contact_sign_up_waiting on contact_sign_up (account_id, contact_id) where is_waiting;
create index contact_sign_up_open on contact_sign_up (account_id, expires_at) where confirmed_at is null;
create index contact_sign_up_age on contact_sign_up (expires_at);

-- Mails that asked, and sign-ups that were confirmed, by day (UTC).
create table confirmation_day (
  account_id bigint not null,
  day date not null,
  asked bigint not null default 0,
  confirmed bigint not null default 0,
  primary key (account_id, day)
) with (fillfactor = 50);
