-- What domains say about TLS to their mail servers (MTA-STS, RFC 8461): the policy last fetched, which applies until it
-- expires whatever DNS and HTTPS say meanwhile, and when it was last tried to fetch one in vain.
create table mta_sts_policy (
  domain text primary key,
  -- Null while no policy was ever fetched.
  id text,
  mode text check (mode in ('none', 'testing', 'enforce')),
  max_age_seconds integer,
  hosts text[],
  expires_at timestamptz,
  failed_at timestamptz,
  changed_at timestamptz not null default now()
);
-- For the purge.
create index mta_sts_policy_changed on mta_sts_policy (changed_at);

-- Mail servers whose STARTTLS fails although they offer it: for some days they are spoken to without.
create table tls_fault (
  host text primary key,
  noted_at timestamptz not null default now()
);
create index tls_fault_noted on tls_fault (noted_at);

-- How sessions with the servers of a domain fared, for reports to that domain (RFC 8460); UTC days.
create table tls_result (
  day date not null,
  domain text not null,
  policy text not null,
  result text not null,
  sessions bigint not null,
  primary key (day, domain, policy, result)
);
