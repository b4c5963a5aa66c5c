-- Search of messages by part of a recipient, words of a subject, code of an SMTP answer and provider.

-- So many messages of an account that follow each other, and what they hold: the hashes of every three and of every five
-- characters of their recipients, subjects and tags, each hashed together with the account (transactional/grams.ts). A
-- search asks the index which segments hold all of its own and reads those messages only. A job writes full segments behind
-- the accept path, oldest first; what is newer than the last one is read as it is. An index of messages would have to be
-- kept while they are accepted, and a common word would lead to millions of them in no order.
create table message_segment (
  account_id bigint not null,
  -- Ids of its last and of its first message; the segment before it ends below the first.
  last_id uuid not null,
  first_id uuid not null,
  terms integer[] not null,
  primary key (account_id, last_id)
);

-- Hashes cannot be compressed, and out of the row they are read by nobody: the index answers.
alter table message_segment alter column terms set storage external;

-- A short pending list: searches read it whole.
create index message_segment_terms on message_segment using gin (terms) with (gin_pending_list_limit = 256);

-- The three digits that a server's answer began with, as 'Mailbox unavailable' has none.
create function reply_code(p_reason text) returns text
language sql immutable parallel safe as $$
  select case when p_reason ~ '^[2-5][0-9][0-9]([ -]|$)' then left(p_reason, 3) end
$$;

-- The provider of a mail server, by the end of its name, as delivery/sites/providers.ts has it; a test compares the two.
create function provider_of(p_host text) returns text
language sql immutable parallel safe as $$
  select case
    when '.' || lower(rtrim(p_host, '.')) like '%.google.com' then 'google'
    when '.' || lower(rtrim(p_host, '.')) like '%.googlemail.com' then 'google'
    when '.' || lower(rtrim(p_host, '.')) like '%.olc.protection.outlook.com' then 'outlook'
    when '.' || lower(rtrim(p_host, '.')) like '%.mail.protection.outlook.com' then 'office365'
    when '.' || lower(rtrim(p_host, '.')) like '%.mx.microsoft' then 'office365'
    when '.' || lower(rtrim(p_host, '.')) like '%.yahoodns.net' then 'yahoo'
    when '.' || lower(rtrim(p_host, '.')) like '%.icloud.com' then 'apple'
    when '.' || lower(rtrim(p_host, '.')) like '%.comcast.net' then 'comcast'
    when '.' || lower(rtrim(p_host, '.')) like '%.orange.fr' then 'orange'
    when '.' || lower(rtrim(p_host, '.')) like '%.wanadoo.fr' then 'orange'
    else 'other'
  end
$$;
