-- Returns the tables and partitions with a column account_id, except account and account_deletion. The tables
-- domain_key, domain, and api_key come first.
create or replace function tables_of_accounts() returns table (name text)
language sql stable as $$
  select c.oid::regclass::text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and a.attname = 'account_id' and not a.attisdropped and c.relname not in ('account', 'account_deletion')
  order by array_position(array['domain_key', 'domain', 'api_key'], c.relname::text), c.relname
$$;
