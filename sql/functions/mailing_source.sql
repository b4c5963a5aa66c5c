-- What of its owner a mailing is; primary key.
create or replace function mailing_source(p_account bigint, p_mailing uuid) returns bigint
language sql stable as $$
  select m.source from mailing m where m.account_id = p_account and m.id = p_mailing
$$;
