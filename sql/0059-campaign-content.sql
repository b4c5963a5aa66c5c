-- Test mails of campaigns that an account sent since a moment; it begins anew when a day is over.
create table campaign_test (
  account_id bigint not null primary key,
  since timestamptz not null,
  mails integer not null
) with (fillfactor = 50);
