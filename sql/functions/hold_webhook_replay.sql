-- Returns the replay that is due first, if it is due within p_ahead_seconds, and locks the replay until the transaction ends.
-- Skips locked rows. Uses the index webhook_replay_due.
create or replace function hold_webhook_replay(p_ahead_seconds float8) returns setof webhook_replay
language plpgsql as $$
begin
  return query
    select r.* from webhook_replay r where r.next_at < now() + make_interval(secs => p_ahead_seconds)
    order by r.next_at limit 1 for update skip locked;
end
$$;
