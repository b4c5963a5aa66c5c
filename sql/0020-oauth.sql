-- Programs that act for a person in an account with tokens that the person gave away (OAuth 2.0). All of it is found by an
-- identifier or a token's hash before any account is known, hence global.
create table oauth_client (
  client_id text primary key,
  -- The account whose settings made it; null: it registered itself (RFC 7591).
  account_id bigint,
  id bigint generated always as identity unique,
  name text not null,
  redirect_uris text[] not null,
  -- Of those that registered themselves: whether they take refresh tokens.
  takes_refresh_tokens boolean not null default true,
  -- Any port of a loopback address does (RFC 8252 section 7.3).
  any_loopback_port boolean not null default false,
  -- SHA-256 of the secret; null: a public client, which keeps none.
  secret_hash bytea,
  secret_last4 text,
  created_at timestamptz not null default now(),
  -- When somebody last allowed it something.
  allowed_at timestamptz
);

create index oauth_client_account on oauth_client (account_id, id) where account_id is not null;
create index oauth_client_registered on oauth_client (created_at) where account_id is null;

-- What a person allowed a client in an account: the family of a code and of all tokens that come of it. Its end is theirs.
create table oauth_grant (
  grant_hash bytea primary key,
  id bigint generated always as identity unique,
  client_id text not null references oauth_client (client_id) on delete cascade,
  person_id bigint not null references person (id) on delete cascade,
  account_id bigint not null,
  scopes text[] not null,
  -- Sealed under the master secret.
  payload bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When a token was last given out.
  used_at timestamptz
);

create index oauth_grant_account on oauth_grant (account_id, id);
create index oauth_grant_client on oauth_grant (client_id);
create index oauth_grant_person on oauth_grant (person_id);

-- Interactions, codes, access and refresh tokens by the hash of what the client holds.
create table oauth_artifact (
  kind text not null,
  id_hash bytea not null,
  -- Null of an interaction. The reference is what makes a family end at once: a token cannot come into a grant that is gone.
  grant_hash bytea references oauth_grant (grant_hash) on delete cascade,
  -- Sealed under the master secret, without the token itself.
  payload bytea not null,
  -- Of an access token: what it may do, and where.
  scopes text[],
  audience text,
  -- A code or refresh token is good for once; a second use is noticed as long as the row exists.
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);

create index oauth_artifact_grant on oauth_artifact (grant_hash) where grant_hash is not null;
create index oauth_artifact_expires on oauth_artifact (expires_at);

-- What somebody unknown makes us keep, counted an hour and address. Unlogged: after a crash everybody starts anew.
create unlogged table oauth_attempt (
  kind text not null check (kind in ('authorize', 'register')),
  address text not null,
  hour timestamptz not null,
  attempts integer not null,
  primary key (kind, address, hour)
);
