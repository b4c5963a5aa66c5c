-- How long a transaction waits for what others hold is said by a function, so that a database of several servers can have another
-- form of it, which tells them.
-- Waits no longer than that for rows that others hold, until the transaction ends.
create or replace function bound_lock_waits(p_longest text) returns text
language sql volatile as $$
  select set_config('lock_timeout', p_longest, true)
$$;
