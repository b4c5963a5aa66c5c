-- Removes the row of an account that is closed, and that its deletion was asked for.
create or replace function delete_closed_account(p_account bigint) returns setof bigint
language plpgsql as $$
begin
  delete from account_deletion d where d.account_id = p_account;
  return query delete from account a where a.account_id = p_account and a.closed_at is not null returning a.account_id;
end
$$;
