-- What an assistant was told of sending a campaign, for whoever may send exactly that: once, and soon.
create table campaign_confirmation (
  account_id bigint not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  campaign_id bigint not null,
  -- Of the campaign as it was then.
  campaign_hash bytea not null,
  recipients bigint not null,
  expires_at timestamptz not null,
  primary key (account_id, token_hash)
);
create index campaign_confirmation_age on campaign_confirmation (expires_at);
