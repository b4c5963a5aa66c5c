-- Returns up to p_limit sender alerts from the last day whose owners have not been notified within a day, and marks the owners as
-- notified. Skips accounts that are being deleted.
create or replace function take_sender_alerts(p_limit integer)
returns table (account_id bigint, email text, subject text, count bigint, first_at timestamptz, reason text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select d.account_id, d.kind, d.subject from delivery_alert d
      where d.kind = 'sender' and d.last_at > now() - interval '1 day'
        and (d.noticed_at is null or d.noticed_at < now() - interval '1 day')
        and not exists (select from account_deletion gone where gone.account_id = d.account_id)
      order by d.account_id, d.kind, d.subject limit p_limit for update
    )
    update delivery_alert a set noticed_at = now()
    from due join account c on c.account_id = due.account_id
    where a.account_id = due.account_id and a.kind = due.kind and a.subject = due.subject
    returning a.account_id, c.email, a.subject, a.count::bigint, a.first_at, a.reason;
end
$$;
