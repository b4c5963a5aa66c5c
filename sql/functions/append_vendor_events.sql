-- Appends events to an account's event log for vendor-compatible APIs, in the given order and after all earlier events.
-- Queues each event for the vendor hooks that subscribe to it. The arrays are parallel. Locks the row in
-- vendor_event_order until the commit, so that IDs ascend in commit order.
create or replace function append_vendor_events(
  p_account bigint, p_vendors text[], p_domains text[], p_messages uuid[], p_recipient_nos integer[], p_recipients text[],
  p_events text[], p_details text[]
) returns void
language plpgsql as $$
declare
  last record;
begin
  if cardinality(p_events) = 0 then
    return;
  end if;
  insert into vendor_event_order (account_id, last_id, last_at) values (p_account, 0, '-infinity') on conflict do nothing;
  -- Uses a separate statement, so that its snapshot includes what the awaited transaction committed.
  perform from vendor_event_order o where o.account_id = p_account for update;
  update vendor_event_order o
  set last_id = o.last_id + cardinality(p_events),
    -- Truncated to milliseconds, the precision with which clients receive the time.
    last_at = greatest(o.last_at, date_trunc('milliseconds', clock_timestamp()))
  where o.account_id = p_account
  returning o.last_id, o.last_at into last;
  insert into vendor_event (
    account_id, id, recorded_at, vendor, domain, message_id, recipient_no, recipient, event, details
  )
  select p_account, last.last_id - cardinality(p_events) + e.position, last.last_at, e.vendor, e.domain, e.message_id,
    e.recipient_no, e.recipient, e.event, e.details::json
  from unnest(p_vendors, p_domains, p_messages, p_recipient_nos, p_recipients, p_events, p_details)
    with ordinality as e (vendor, domain, message_id, recipient_no, recipient, event, details, position);
  insert into vendor_hook_delivery (account_id, hook_id, event_id)
  select p_account, h.id, last.last_id - cardinality(p_events) + e.position
  from vendor_hook h
  join unnest(p_vendors, p_domains, p_events) with ordinality as e (vendor, domain, event, position)
    on e.vendor = h.vendor and (h.domain is null or h.domain = e.domain) and e.event = any(h.events)
  where h.account_id = p_account;
end
$$;
