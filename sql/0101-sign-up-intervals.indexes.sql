-- Sign-ups whose interval between mails has ended; most tables have no such row.
create index contact_sign_up_ask on contact_sign_up (ask_at, account_id) where ask_at is not null;
