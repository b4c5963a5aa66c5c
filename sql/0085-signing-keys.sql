-- Secrets with which programs sign their requests, each beside an API key: it may do what that may, and ends with it.
create table signing_key (
  -- What a signature names; no secret.
  access_key_id text primary key,
  account_id bigint not null,
  key_id bigint not null,
  -- Sealed by the vault: a signature is checked with the secret itself, of which no hash would do.
  secret bytea not null,
  created_at timestamptz not null default now()
);

create unique index signing_key_of_key on signing_key (account_id, key_id);
