-- Returns, for each tag alert, the totals of outcomes within its window, extended to full hours, and the time of the
-- tag's last outcome. Processes a page of up to p_limit alerts of all accounts after (p_after_account, p_after_id).
-- Uses primary keys.
create or replace function observe_tag_alerts(p_after_account bigint, p_after_id bigint, p_limit integer, p_now timestamptz)
returns table (
  account_id bigint, id bigint, delivered bigint, bounced bigint, complained bigint, failed bigint, last_at timestamptz
)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select a.account_id, a.id, w.*, l.last_at
    from (
      select t.account_id, t.id, t.tag, t.window_minutes from tag_alert t
      where (t.account_id, t.id) > (p_after_account, p_after_id) order by t.account_id, t.id limit p_limit
    ) a
    cross join lateral (
      select coalesce(sum(h.delivered), 0)::bigint, coalesce(sum(h.bounced), 0)::bigint,
        coalesce(sum(h.complained), 0)::bigint, coalesce(sum(h.failed), 0)::bigint
      from transactional_tag_hour h
      where h.account_id = a.account_id and h.tag = a.tag
        and h.hour > p_now - make_interval(mins => a.window_minutes) - interval '1 hour'
    ) w
    left join lateral (
      select h.last_at from transactional_tag_hour h
      where h.account_id = a.account_id and h.tag = a.tag and h.last_at is not null
      order by h.hour desc limit 1
    ) l on true;
end
$$;
