-- Returns the state of an account's webhook, or null if the account has no webhook. Uses the primary key.
create or replace function webhook_state(p_account bigint) returns text
language sql stable as $$
  select w.state from webhook w where w.account_id = p_account
$$;
