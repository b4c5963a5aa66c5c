-- Returns the state of an account's webhook; null if it has none. Uses the primary key.
create or replace function webhook_state(p_account bigint) returns text
language sql stable as $$
  select w.state from webhook w where w.account_id = p_account
$$;
