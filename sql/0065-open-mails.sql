-- Open mailings that mails of automations, and those that ask to confirm, are sent by: of each record the one that takes
-- recipients, with its content as it is, and those that had it as it was.
create table open_mail (
  account_id bigint not null,
  campaign_id bigint not null,
  mailing_id uuid not null,
  -- Of the template and the slots, as they were frozen.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- What is read of each contact.
  slots text[] not null,
  made_at timestamptz not null default now(),
  -- Since when another takes recipients, or none does; it is closed a while later.
  replaced_at timestamptz,
  closed_at timestamptz,
  primary key (account_id, campaign_id, mailing_id)
);
create unique index open_mail_present on open_mail (account_id, campaign_id) where replaced_at is null;
create index open_mail_to_close on open_mail (replaced_at) where replaced_at is not null and closed_at is null;
create index open_mail_to_forget on open_mail (closed_at) where closed_at is not null;
