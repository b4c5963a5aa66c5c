-- Claims the contact erasure that has been due longest, for p_lease_seconds. Returns no row if no erasure is due or all
-- due erasures are locked. Uses the index contact_erasure_due.
create or replace function claim_contact_erasure(p_lease_seconds float8) returns setof contact_erasure
language plpgsql as $$
begin
  return query
    update contact_erasure e set state = 'running', next_at = now() + make_interval(secs => p_lease_seconds)
    where (e.account_id, e.id) = (
      select d.account_id, d.id from contact_erasure d where d.next_at <= now()
      order by d.next_at limit 1 for update skip locked)
    returning e.*;
end
$$;
