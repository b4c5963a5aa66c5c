-- Indexes behind the filters of the message listing: whatever is asked for is found without reading what lies between.

-- The address of a stored sender, `Name <address>` or `address`, in lower case.
create function sender_address(p_sender text) returns text
language sql immutable parallel safe as $$
  select lower(split_part(rtrim(p_sender, '>'), '<', -1))
$$;

create index message_sender on message (account_id, sender_address(sender), id);

create index message_tag on message (account_id, tag, id) where tag is not null;

create index delivery_recipient on delivery (account_id, lower(recipient), message_id);

-- Delivered mail, by far the most, is not in it: it is found by walking the primary key.
create index delivery_status on delivery (account_id, status, message_id) where status < 7;

-- The suppression list by reason.
create index suppression_reason on suppression (account_id, reason, created_at, address);
