-- Claims the campaign that has been due longest, for p_lease_seconds, and increments its epoch (fencing token). Returns no row if
-- no campaign is due or all due campaigns are locked. Uses the index campaign_due.
create or replace function claim_campaign(p_lease_seconds float8) returns setof campaign
language plpgsql as $$
begin
  return query
    update campaign c set epoch = c.epoch + 1, next_at = now() + make_interval(secs => p_lease_seconds)
    where (c.account_id, c.id) = (
      select d.account_id, d.id from campaign d
      where d.next_at <= now() and d.deleted_at is null order by d.next_at limit 1 for update skip locked)
    returning c.*;
end
$$;
