-- When the mail of a sign-up may be queued that came too soon after the mails before it; null: nothing waits for that.
alter table contact_sign_up add column ask_at timestamptz;
