-- Mails of automations, and mails that ask to confirm, that an account was charged: by the minute, of automations also by the
-- calendar month (UTC). Whoever charges forgets what is too old to count.
create table record_charge (
  account_id bigint not null,
  -- See src/mail/mail-class.ts.
  mail_class smallint not null,
  is_month boolean not null,
  -- When the minute or month begins.
  at timestamptz not null,
  mails bigint not null,
  primary key (account_id, mail_class, is_month, at)
) with (fillfactor = 50);
