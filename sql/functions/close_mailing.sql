-- Closes an open mailing, so that it accepts no more recipients and its total is final. Marks the mailing as sent if
-- all recipients already have an outcome. Otherwise, the mailing is marked as sent when the last outcome is recorded.
-- Returns false if the mailing is not open, was already closed, or has ended.
create or replace function close_mailing(p_account bigint, p_mailing uuid) returns boolean
language plpgsql as $$
begin
  -- Waits for concurrent calls to add_recipients. The next statement sees the recipients that these calls added.
  perform from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.kind = 'open' and m.closed_at is null
    and m.state in ('sending', 'paused')
  for update;
  if not found then
    return false;
  end if;
  update mailing m
  set closed_at = now(), recipients = c.recipients,
    state = case when c.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed
      then 'sent' else m.state end,
    ended_at = case when c.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed
      then now() end
  from (
    select coalesce(sum(l.recipients - l.carried), 0) + (
      select recipients from mailing where account_id = p_account and id = p_mailing
    ) as recipients
    from recipient_batch l where l.account_id = p_account and l.mailing_id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing;
  return true;
end
$$;
