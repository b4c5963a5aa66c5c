-- Returns the ID of the owner of a mailing, such as its campaign, or null if the mailing has no owner. Uses the primary key.
create or replace function mailing_source(p_account bigint, p_mailing uuid) returns bigint
language sql stable as $$
  select m.source from mailing m where m.account_id = p_account and m.id = p_mailing
$$;
