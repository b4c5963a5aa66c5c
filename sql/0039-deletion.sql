-- Accounts and people that are deleted. A closed account is nobody's any more: what its mail needs stays until its data goes.
alter table account add column closed_at timestamptz;

-- Accounts whose data goes; few rows, and none while nobody leaves. The row goes last, with the account's own.
create table account_deletion (
  account_id bigint primary key,
  asked_at timestamptz not null default now(),
  -- From then on the data goes, once no mail waits any more.
  due_at timestamptz not null,
  -- Who is told when it is gone: the owners as they were, since nothing else says then who they were.
  told text[] not null,
  -- Set when the first row goes: from then on nothing can be taken back.
  begun_at timestamptz,
  -- When it is looked at next; in the future also while somebody works on it.
  next_at timestamptz not null,
  -- Looks that came to no end in a row, and what went wrong with the last.
  attempts integer not null default 0,
  failed text
);

-- Every table with rows of accounts, partitions one by one, as the database's catalogue knows them: a table that comes
-- later is not forgotten. What signs and what lets in stands first.
create function tables_of_accounts() returns table (name text)
language sql stable as $$
  select c.oid::regclass::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and a.attname = 'account_id' and not a.attisdropped and c.relname not in ('account', 'account_deletion')
  order by array_position(array['domain_key', 'domain', 'api_key'], c.relname::text), c.relname
$$;

-- Deletes at most `p_most` rows of an account from one of these tables; a partition that is dropped meanwhile has none.
create function delete_rows_of_account(p_table text, p_account bigint, p_most integer) returns integer
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

-- Whether one of these tables has a row of an account.
create function has_rows_of_account(p_table text, p_account bigint) returns boolean
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
