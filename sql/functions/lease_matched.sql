-- Leases recipients that match an operator's filter (see lease_matched_of). A distributed database has another variant of this
-- function, which processes one account after another (sql/citus/tools.sql).
create or replace function lease_matched(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint, epoch integer,
  was_sent boolean, was_delayed boolean
)
language plpgsql as $$
begin
  return query select * from lease_matched_of(p_account, p_domain, p_site, p_tag, p_seconds, p_limit, p_lease_seconds);
end
$$;
