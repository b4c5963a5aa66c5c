-- People who sign in, and what they belong to. The tables of the sign-in engine (person, person_password, person_session,
-- person_challenge, person_two_factor) have the columns that it expects, in our words; person_* tables belong to people,
-- who may be members of several accounts, and are found before an account is known.
create table person (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  two_factor_enabled boolean not null default false,
  -- Where the next sign-in leads, while the person is still a member there.
  last_account_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index person_email on person (lower(email));

-- How somebody proves who they are; so far by a password alone, as its scrypt hash.
create table person_password (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  provider_id text not null default 'credential',
  provider_account_id text not null,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (person_id, provider_id)
);

create table person_session (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  -- SHA-256 of the token: who reads the database cannot act as somebody.
  token_hash bytea not null unique,
  -- The account that the session acts in; chosen at sign-in and changed by the person.
  account_id bigint,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  -- Moves while the session is used, and its end with it.
  updated_at timestamptz not null default now()
);

create index person_session_person on person_session (person_id, id);
create index person_session_expires on person_session (expires_at);

-- Challenges of a second factor and devices that are remembered: named by a hash.
create table person_challenge (
  id bigint generated always as identity primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index person_challenge_identifier on person_challenge (identifier, created_at);
create index person_challenge_expires on person_challenge (expires_at);

create table person_two_factor (
  id bigint generated always as identity primary key,
  person_id bigint not null unique references person (id) on delete cascade,
  -- Both sealed under the master secret.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- Codes that were taken lately: each is good for once (RFC 6238 section 5.2).
create table person_used_code (
  person_id bigint not null references person (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz not null default now(),
  primary key (person_id, code_hash)
);

create table person_passkey (
  id bigint generated always as identity primary key,
  person_id bigint not null references person (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of signatures that the authenticator made; one that goes back is a copy.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index person_passkey_person on person_passkey (person_id, id);

-- What a link in a mail, the link of the first start or a passkey's challenge stands for; taken away when it is used.
create table person_token (
  token_hash bytea primary key,
  purpose text not null,
  person_id bigint references person (id) on delete cascade,
  account_id bigint,
  -- Of an address change: the new one.
  email text,
  expires_at timestamptz not null
);

create index person_token_person on person_token (person_id);
create index person_token_expires on person_token (expires_at);

-- Attempts in a window, by whom or from where. Unlogged: after a crash everybody starts anew.
create unlogged table person_attempt (
  subject bytea primary key,
  attempts integer not null,
  began_at timestamptz not null
);

create table membership (
  account_id bigint not null,
  person_id bigint not null references person (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'read_only')),
  joined_at timestamptz not null default now(),
  primary key (account_id, person_id)
);

create index membership_person on membership (person_id, joined_at);

create table invitation (
  account_id bigint not null,
  id bigint generated always as identity,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'read_only')),
  token_hash bytea not null,
  -- Null: made on the command line.
  invited_by bigint references person (id) on delete set null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- One invitation an address and account; another one takes the place of the first.
create unique index invitation_email on invitation (account_id, lower(email));
