-- Postpones up to p_limit replays that are due within p_before_seconds and go to the URL of a disabled webhook. The
-- delay is a tenth of the time since the webhook was disabled, but at least p_least_seconds and at most p_most_seconds.
-- Skips locked rows. Uses the index webhook_replay_due.
create or replace function postpone_disabled_replays(
  p_before_seconds float8, p_least_seconds float8, p_most_seconds float8, p_limit integer
) returns void
language plpgsql as $$
begin
  with waiting as materialized (
    select r.account_id, r.id, now() - coalesce(w.disabled_at, w.updated_at) as since
    from webhook_replay r join webhook w on w.account_id = r.account_id
    where r.next_at < now() + make_interval(secs => p_before_seconds) and r.url is null and w.state = 'disabled'
    order by r.next_at limit p_limit
    for update of r skip locked
  )
  update webhook_replay r
  set next_at = now() + make_interval(
    secs => least(p_most_seconds, greatest(p_least_seconds, date_part('epoch', waiting.since) / 10)))
  from waiting where r.account_id = waiting.account_id and r.id = waiting.id;
end
$$;
