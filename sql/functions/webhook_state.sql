-- Whether the webhook of an account is enabled; primary key.
create or replace function webhook_state(p_account bigint) returns text
language sql stable as $$
  select w.state from webhook w where w.account_id = p_account
$$;
