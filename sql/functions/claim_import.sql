-- Claims the import of one of p_kinds that has been due for the longest time, for p_lease_seconds, and increments its epoch
-- (fencing token). Returns no row if no import is due or all due imports are locked. Uses the index import_due.
create or replace function claim_import(p_kinds text[], p_lease_seconds float8) returns setof import
language plpgsql as $$
begin
  return query
    update import i set state = case i.state when 'undoing' then i.state else 'running' end, epoch = i.epoch + 1,
      next_at = now() + make_interval(secs => p_lease_seconds)
    where (i.account_id, i.id) = (
      select d.account_id, d.id from import d where d.next_at <= now() and d.kind = any(p_kinds)
      order by d.next_at limit 1 for update skip locked)
    returning i.*;
end
$$;
