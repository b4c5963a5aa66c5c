-- Leases up to p_limit due deliveries of vendor hooks for p_lease_seconds. For each hook in p_busy, leases at most the number in
-- the corresponding element of p_room, and for every other hook at most p_turn. Finds the hooks with queued deliveries by a skip
-- scan of the index vendor_hook_delivery_turn, so that a long queue of one hook does not slow down the others. If p_is_troubled
-- is true, includes only hooks whose last attempt failed, otherwise only all other hooks. Skips hooks that must not be tried yet
-- (rests_until).
create or replace function claim_vendor_hook_deliveries(
  p_limit integer, p_turn integer, p_busy bigint[], p_room integer[], p_lease_seconds float8, p_is_troubled boolean
) returns setof vendor_hook_delivery
language plpgsql as $$
begin
  return query
    with recursive queues as (
      (select d.account_id, d.hook_id from vendor_hook_delivery d order by d.account_id, d.hook_id limit 1)
      union all
      select next.account_id, next.hook_id from queues q cross join lateral (
        select d.account_id, d.hook_id from vendor_hook_delivery d
        where (d.account_id, d.hook_id) > (q.account_id, q.hook_id) order by d.account_id, d.hook_id limit 1
      ) next
    ), turns as materialized (
      select q.account_id, q.hook_id, coalesce(p_room[array_position(p_busy, q.hook_id)], p_turn) as room
      from queues q join vendor_hook h on h.account_id = q.account_id and h.id = q.hook_id
      where (h.failures > 0) = p_is_troubled and coalesce(h.rests_until <= now(), true)
      -- Use a random order, so that the accounts with the lowest IDs do not always come first.
      order by random()
    ), due as materialized (
      select d.account_id, d.hook_id, d.event_id from turns t cross join lateral (
        select d.account_id, d.hook_id, d.event_id from vendor_hook_delivery d
        where d.account_id = t.account_id and d.hook_id = t.hook_id and d.due_at <= now()
        order by d.due_at, d.event_id limit t.room for update skip locked
      ) d limit p_limit
    )
    update vendor_hook_delivery d set due_at = now() + make_interval(secs => p_lease_seconds) from due
    where d.account_id = due.account_id and d.hook_id = due.hook_id and d.event_id = due.event_id
    returning d.*;
end
$$;
