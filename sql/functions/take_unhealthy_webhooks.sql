-- Returns up to p_limit webhooks whose owners must be notified, and marks the owners as notified. An owner must be notified if
-- the receiver has responded with 410 (Gone), or if at least p_least_failures attempts in a row have failed over at least
-- p_least_seconds. Each problem is returned once. Skips locked rows and accounts that are being deleted. Uses the index
-- webhook_troubled.
create or replace function take_unhealthy_webhooks(p_least_failures integer, p_least_seconds float8, p_limit integer)
returns table (
  account_id bigint, email text, url text, is_gone boolean, since timestamptz, failures integer, last_failure text
)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select w.account_id from webhook w
      where (w.failing_since is not null or w.disabled_by = 'gone') and (
        w.disabled_by = 'gone' and (w.notified_at is null or w.notified_at < w.disabled_at)
        or w.state = 'enabled' and w.failures >= p_least_failures
          and w.failing_since <= now() - make_interval(secs => p_least_seconds)
          and (w.notified_at is null or w.notified_at < w.failing_since)
      ) and not exists (select from account_deletion gone where gone.account_id = w.account_id)
      order by w.account_id limit p_limit
      for update skip locked
    )
    update webhook w set notified_at = now()
    from due join account a on a.account_id = due.account_id
    where w.account_id = due.account_id
    returning w.account_id, a.email, w.url, w.state = 'disabled',
      case w.state when 'disabled' then w.disabled_at else w.failing_since end, w.failures, w.last_failure;
end
$$;
