-- Claims up to p_limit campaigns whose results last changed more than p_minutes ago, oldest change first. Marks the
-- campaigns as being verified and returns their keys. A later change clears the mark. Skips locked rows.
create or replace function begin_campaign_proofs(p_minutes integer, p_limit integer)
returns table (account_id bigint, campaign_id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update campaign_changed c set is_proving = true
    from (
      select o.account_id, o.campaign_id from campaign_changed o where o.changed_at < now() - make_interval(mins => p_minutes)
      order by o.changed_at limit p_limit for update skip locked
    ) due
    where c.account_id = due.account_id and c.campaign_id = due.campaign_id
    returning c.account_id, c.campaign_id;
end
$$;
