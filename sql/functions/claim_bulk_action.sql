-- Claims the bulk action that has been due longest, for p_lease_seconds, and increments its epoch (fencing token).
-- Returns no row if no action is due or all due actions are locked. Except for dry runs, an action waits until all
-- earlier actions of its account, other than dry runs, have ended. Uses the index bulk_action_due.
create or replace function claim_bulk_action(p_lease_seconds float8) returns setof bulk_action
language plpgsql as $$
begin
  return query
    update bulk_action b set status = 'processing', started_at = coalesce(b.started_at, now()), epoch = b.epoch + 1,
      next_at = now() + make_interval(secs => p_lease_seconds)
    where (b.account_id, b.id) = (
      select d.account_id, d.id from bulk_action d
      where d.next_at <= now() and (d.dry_run or not exists (
        select from bulk_action o
        where o.account_id = d.account_id and o.id < d.id and o.next_at is not null and not o.dry_run))
      order by d.next_at limit 1 for update skip locked)
    returning b.*;
end
$$;
