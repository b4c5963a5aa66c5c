-- Attempts that a server refused or put off, which are few, by the code of the answer and by its status (RFC 3463).
create index attempt_reply_code on attempt (account_id, reply_code(reason), message_id)
  where outcome <> 'delivered' and reply_code(reason) is not null;

create index attempt_status on attempt (account_id, status, message_id)
  where outcome <> 'delivered' and status is not null;

-- Mail to the providers that are known by name; all other servers would be the primary key again.
create index attempt_provider on attempt (account_id, provider_of(host), message_id)
  where host is not null and provider_of(host) <> 'other';
