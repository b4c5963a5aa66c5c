-- Hosts in accounts' own sender domains that the links of their mails lead to, in place of this installation's own name.
create table tracking_host (
  account_id bigint not null,
  domain_id bigint not null,
  host text not null,
  -- What links of new mails begin with, 'https://click.example.com'; null while the host does not lead here.
  base_url text,
  -- When it was found first. One that never was gets no certificate.
  found_at timestamptz,
  created_at timestamptz not null default now(),
  -- When another took its place, or its domain was removed. Links of mails that are out go on.
  ended_at timestamptz,
  primary key (account_id, domain_id, host)
);
-- A host belongs to one domain at a time: it is given out under a lock of its name.
create index tracking_host_owner on tracking_host (host) where ended_at is null;
create unique index tracking_host_present on tracking_host (account_id, domain_id) where ended_at is null;
create index tracking_host_found on tracking_host (host) where found_at is not null;

-- Domains that are there get what new ones are proposed; of several accounts with the same domain, the one that proved it.
insert into tracking_host (account_id, domain_id, host)
select distinct on (name) account_id, id, 'click.' || name from domain where deleted_at is null
order by name, (status = 'verified') desc, verified_at, id;
