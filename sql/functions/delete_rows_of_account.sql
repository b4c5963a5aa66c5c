-- Deletes at most `p_most` rows of an account from one of these tables; a partition that is dropped meanwhile has none.
create or replace function delete_rows_of_account(p_table text, p_account bigint, p_most integer) returns integer
language plpgsql
-- The keys begin with the account; reading a table from its start again for each piece would pass all that is gone already.
set enable_seqscan = off
as $$
declare
  gone integer;
begin
  if to_regclass(p_table) is null then return 0; end if;
  execute format(
    'delete from %1$s where account_id = $1 and ctid = any (array(select ctid from %1$s where account_id = $1 limit $2))',
    to_regclass(p_table)) using p_account, p_most;
  get diagnostics gone = row_count;
  return gone;
end
$$;
