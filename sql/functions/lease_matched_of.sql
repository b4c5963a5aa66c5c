-- Leases up to p_limit recipients that match an operator's filter and that no process has leased, for p_lease_seconds.
-- Null parameters match everything. p_site matches if the host name of the server in the last attempt ends with it.
-- Skips rows that are not ready and become due within p_seconds, because a process may have leased them and be sending
-- their messages. Uses custom plans, because the best plan depends on which parameters are null.
create or replace function lease_matched_of(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint, epoch integer,
  was_sent boolean, was_delayed boolean
)
language plpgsql set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    with matched as materialized (
      select d.account_id, d.message_id, d.recipient_no from delivery d
      where (p_account is null or d.account_id = p_account) and d.next_at is not null
        and (d.is_ready or d.next_at <= now() or d.next_at > now() + make_interval(secs => p_seconds))
        and (p_domain is null or lower(substring(d.recipient from '[^@]*$')) = p_domain)
        and (p_site is null or exists (
          select from attempt a
          where a.account_id = d.account_id and a.message_id = d.message_id and a.recipient_no = d.recipient_no
            and a.attempt_no = d.attempts + d.passed_over and right(lower(a.host), length(p_site)) = p_site
        ))
        and (p_tag is null or exists (
          select from message m where m.account_id = d.account_id and m.id = d.message_id and m.tag = p_tag
        ))
      limit p_limit for update of d skip locked
    )
    update delivery d set next_at = now() + make_interval(secs => p_lease_seconds), is_ready = false, epoch = d.epoch + 1
    from matched
    where (p_account is null or d.account_id = p_account)
      and d.account_id = matched.account_id and d.message_id = matched.message_id and d.recipient_no = matched.recipient_no
    returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch,
      d.status = 6, d.delayed_at is not null;
end
$$;
