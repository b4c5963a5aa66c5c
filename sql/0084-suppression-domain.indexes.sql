-- What a key of one domain is shown of the suppression list: entries that this domain's mail caused.
create index suppression_domain on suppression (account_id, domain, address) where domain is not null;
