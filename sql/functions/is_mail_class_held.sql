-- Returns whether bulk email of a class is held, because the class or all sending of the account is paused.
create or replace function is_mail_class_held(p_account bigint, p_class smallint) returns boolean
language sql stable as $$
  select exists (
    select from mail_class_pause p where p.account_id = p_account and p.class = p_class and p.paused_at is not null
  ) or exists (
    select from account a where a.account_id = p_account and a.paused_at is not null
  )
$$;
