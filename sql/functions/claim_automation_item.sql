-- Claims the automation step that has been due longest, for p_lease_seconds. Returns no row if no step is due or all
-- due steps are locked. Uses the index automation_item_due.
create or replace function claim_automation_item(p_lease_seconds float8) returns setof automation_item
language plpgsql as $$
begin
  return query
    update automation_item i set next_at = now() + make_interval(secs => p_lease_seconds)
    where (i.account_id, i.id) = (
      select d.account_id, d.id from automation_item d
      where d.next_at <= now() order by d.next_at limit 1 for update skip locked)
    returning i.*;
end
$$;
