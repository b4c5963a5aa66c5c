-- Sets lock_timeout until the transaction ends, also on the workers. Citus forwards only the command `set local` to the
-- workers, not set_config.
create or replace function bound_lock_waits(p_longest text) returns text
language plpgsql as $$
begin
  perform set_config('citus.propagate_set_commands', 'local', true);
  execute format('set local lock_timeout = %L', p_longest);
  return p_longest;
end
$$;

-- Creates the Citus variant of accept_messages, which differs only in how it sets lock_timeout.
do $$
begin
  execute replace(
    pg_get_functiondef('accept_messages'::regproc),
    $text$set_config('lock_timeout', '5s', true)$text$,
    $text$bound_lock_waits('5s')$text$
  );
end
$$;
