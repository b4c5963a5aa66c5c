-- Sets lock_timeout to p_longest until the transaction ends. This is a function because a distributed database needs a different
-- variant, which reaches the workers (sql/citus/lock-waits.sql).
create or replace function bound_lock_waits(p_longest text) returns text
language sql volatile as $$
  select set_config('lock_timeout', p_longest, true)
$$;
