-- Who waits does so on the server that has the row, and that is told of a command `set local` alone, not of `set_config`.
create or replace function bound_lock_waits(p_longest text) returns text
language plpgsql as $$
begin
  perform set_config('citus.propagate_set_commands', 'local', true);
  execute format('set local lock_timeout = %L', p_longest);
  return p_longest;
end
$$;

-- Accepting is the same as on one server but for that.
do $$
begin
  execute replace(
    pg_get_functiondef('accept_messages'::regproc),
    $text$set_config('lock_timeout', '5s', true)$text$,
    $text$bound_lock_waits('5s')$text$
  );
end
$$;
