-- Returns webhooks whose owners must be notified. The webhooks are found across all shards without locks, and then taken one by
-- one. Has the same contract as sql/functions/take_unhealthy_webhooks.sql.
create or replace function take_unhealthy_webhooks(p_least_failures integer, p_least_seconds float8, p_limit integer)
returns table (
  account_id bigint, email text, url text, is_gone boolean, since timestamptz, failures integer, last_failure text
)
language plpgsql as $$
#variable_conflict use_column
declare
  v_before constant timestamptz := now() - make_interval(secs => p_least_seconds);
  v_due record;
begin
  for v_due in
    select w.account_id, w.notified_at from webhook w
    where (w.failing_since is not null or w.disabled_by = 'gone') and (
      w.disabled_by = 'gone' and (w.notified_at is null or w.notified_at < w.disabled_at)
      or w.state = 'enabled' and w.failures >= p_least_failures and w.failing_since <= v_before
        and (w.notified_at is null or w.notified_at < w.failing_since)
    ) and not exists (select from account_deletion gone where gone.account_id = w.account_id)
    order by w.account_id limit p_limit
  loop
    perform w.account_id from webhook w
    where w.account_id = v_due.account_id and w.notified_at is not distinct from v_due.notified_at
    for update skip locked;
    continue when not found;
    update webhook w set notified_at = now() where w.account_id = v_due.account_id;
    return query
      select w.account_id, a.email, w.url, w.state = 'disabled',
        case when w.state = 'disabled' then w.disabled_at else w.failing_since end, w.failures, w.last_failure
      from webhook w join account a on a.account_id = w.account_id
      where w.account_id = v_due.account_id;
  end loop;
end
$$;
