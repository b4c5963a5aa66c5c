-- Deletes up to p_limit sign-ups whose links expired more than p_days days ago, oldest first. Returns the keys of the deleted
-- sign-ups. Skips locked rows. Uses the index contact_sign_up_age.
create or replace function forget_sign_ups(p_days integer, p_limit integer) returns table (account_id bigint, contact_id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    delete from contact_sign_up s using (
      select o.account_id, o.contact_id from contact_sign_up o
      where o.expires_at < now() - make_interval(days => p_days) order by o.expires_at limit p_limit for update skip locked
    ) old
    where s.account_id = old.account_id and s.contact_id = old.contact_id
    returning s.account_id, s.contact_id;
end
$$;
