-- Domains of recipients of which DNS says that they take no mail: they do not exist, or have a null MX, or neither a mail
-- server nor an address. DNS errs for minutes and for hours, so what follows for a mail and for its address depends on
-- since when it has said so. Global: a domain is the same for all accounts.
create table mailless_domain (
  -- In lower case.
  domain text collate "C" primary key,
  -- The first look of those that followed each other within days, and the last.
  first_at timestamptz not null,
  last_at timestamptz not null
);
-- For the purge.
create index mailless_domain_last on mailless_domain (last_at);
