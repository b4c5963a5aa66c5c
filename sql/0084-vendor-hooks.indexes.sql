-- What a key of one domain is shown of the suppression list: entries that this domain's mail caused.
create index suppression_domain on suppression (account_id, domain, address) where domain is not null;

-- What became of one message: clients of some vendors ask for it message by message.
create index vendor_event_message on vendor_event (account_id, message_id, id);

-- Failures are few among events: clients list and count them.
create index vendor_event_failed on vendor_event (account_id, recorded_at, id)
  where event in ('bounced', 'failed', 'complained', 'delayed');
