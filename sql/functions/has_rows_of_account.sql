-- Returns whether a table has rows of an account; false if the table is gone. The planner setting keeps the query on its key.
create or replace function has_rows_of_account(p_table text, p_account bigint) returns boolean
language plpgsql stable
set enable_seqscan = off
as $$
declare
  found boolean;
begin
  if to_regclass(p_table) is null then return false; end if;
  execute format('select exists (select from %s where account_id = $1)', to_regclass(p_table)) into found using p_account;
  return found;
end
$$;
