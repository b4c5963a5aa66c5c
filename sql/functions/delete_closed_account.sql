-- Deletes the deletion request of an account. If the account is closed, also deletes the account's row and returns the
-- account's ID. Otherwise, returns no row.
create or replace function delete_closed_account(p_account bigint) returns setof bigint
language plpgsql as $$
begin
  delete from account_deletion d where d.account_id = p_account;
  return query delete from account a where a.account_id = p_account and a.closed_at is not null returning a.account_id;
end
$$;
