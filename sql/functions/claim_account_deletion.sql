-- Claims the account deletion that has been due longest, for p_lease_seconds, and counts the attempt. Returns no row if no
-- deletion is due or all due deletions are locked. Reads the whole table, which has few rows.
create or replace function claim_account_deletion(p_lease_seconds float8) returns setof account_deletion
language plpgsql as $$
begin
  return query
    update account_deletion d set next_at = now() + make_interval(secs => p_lease_seconds), attempts = d.attempts + 1
    where d.account_id = (
      select o.account_id from account_deletion o where o.due_at <= now() and o.next_at <= now()
      order by o.next_at limit 1 for update skip locked)
    returning d.*;
end
$$;
