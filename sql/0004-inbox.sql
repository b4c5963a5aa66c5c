-- What the local inbox received; belongs to the operator, not to a tenant.
create table inbox_mail (
  id uuid primary key,
  received_at timestamptz not null default now(),
  mail_from text not null,
  recipients text[] not null,
  sender text not null,
  subject text not null,
  raw bytea not null
);
