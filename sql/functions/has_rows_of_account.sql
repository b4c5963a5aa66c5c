-- Returns whether a table contains rows of an account. Returns false if the table no longer exists. The planner setting makes the
-- query use the key of the table.
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
