-- Deletes up to p_most rows of an account from a table that tables_of_accounts returned. Returns the number of deleted rows, or 0
-- if the table no longer exists, for example because the partition was dropped in the meantime.
create or replace function delete_rows_of_account(p_table text, p_account bigint, p_most integer) returns integer
language plpgsql
-- Keys begin with the account, so each batch is found by its key. A sequential scan would read all deleted rows again
-- for every batch.
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
