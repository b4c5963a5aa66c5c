-- Claims up to p_limit sender domains whose DNS check is due at p_now, by postponing the check to p_until. Returns the keys of
-- the domains. Skips locked rows and accounts that are being deleted. Uses the index domain_check_due.
create or replace function claim_domain_checks(p_now timestamptz, p_limit integer, p_until timestamptz)
returns table (account_id bigint, id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as materialized (
      select d.account_id, d.id from domain d
      where d.deleted_at is null and d.next_check_at <= p_now
        and not exists (select from account_deletion gone where gone.account_id = d.account_id)
      order by d.next_check_at limit p_limit
      for update skip locked
    )
    update domain d set next_check_at = p_until from due
    where d.account_id = due.account_id and d.id = due.id
    returning d.account_id, d.id;
end
$$;
