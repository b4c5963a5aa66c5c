-- Returns the totals for an account's transactional email within the last p_days days. Reads at most 24 rows per day, by the
-- primary key.
create or replace function tag_health_of(p_account bigint, p_days integer)
returns table (sent bigint, delivered bigint, bounced bigint, complained bigint)
language plpgsql stable as $$
begin
  return query
    select coalesce(sum(h.sent), 0)::bigint, coalesce(sum(h.delivered), 0)::bigint, coalesce(sum(h.bounced), 0)::bigint,
      coalesce(sum(h.complained), 0)::bigint
    from transactional_tag_hour h
    where h.account_id = p_account and h.tag = '' and h.hour >= now() - make_interval(days => p_days);
end
$$;
