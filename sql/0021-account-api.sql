-- The account API: who may call it, how often, and the tokens of people.

alter table api_key
  -- Whose token it is; null of API keys, and of tokens that act for the account itself.
  add column person_id bigint,
  -- Written behind the answers, at most once a minute: a listing shows what is still in use.
  add column last_used_at timestamptz;

-- A person's tokens of an account; few keys have a person.
create index api_key_person on api_key (account_id, person_id, id) where person_id is not null;

alter table account
  -- Set by the operator: the account API answers account_restricted, and the account status page says why.
  add column restricted_at timestamptz,
  add column restricted_reason text;

alter table plan
  -- Whether accounts of this plan may use the account API. An installation of one's own has no plans to sell.
  add column api_access boolean not null default true,
  -- Contacts that an account may have; null: no limit.
  add column contact_limit bigint check (contact_limit >= 0);

-- Requests of people (and of tokens without one) in windows of a minute, each beginning with its first request. Below zero
-- are people, see bucketOf in http/principal.ts. Unlogged: after a crash everybody may begin anew.
create unlogged table person_rate (
  bucket bigint primary key,
  per_minute integer not null,
  started_at timestamptz not null,
  used integer not null,
  -- Requests let through at the last taking; before it, requests wanted.
  granted integer not null
) with (fillfactor = 50);

-- Ids of domains are unique over all accounts: what belongs to another is told from what is not there.
create index domain_by_id on domain (id);
