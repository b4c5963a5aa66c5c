-- Who made a key: owners are told which keys somebody had when they leave. Null: the command line, or nobody knows. No
-- reference to person, so that a key whose maker was deleted still says that somebody made it who is gone.
alter table api_key add column made_by bigint;

-- What the audit log tells of keys that were made before. It calls a key by its name, how it begins and how it ends.
update api_key k set made_by = e.person_id
from audit_entry e
where e.account_id = k.account_id and e.person_id is not null and k.kind = 'api_key'
  and ((e.action = 'key.create' and right(e.subject, 16) = '(' || k.prefix || '...' || k.last4 || ')')
    or (e.action = 'key.rotate' and right(e.after ->> 'key', 16) = '(' || k.prefix || '...' || k.last4 || ')'));

-- A reset ends the tokens of a person in all accounts, also in those that they left.
create index api_key_living_of_person on api_key (person_id) where person_id is not null and revoked_at is null;
