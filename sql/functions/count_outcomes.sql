-- Adds final outcomes (with statuses as in delivery.status) to the counters of a mailing. Marks the mailing as sent once every
-- recipient has an outcome and the mailing takes no more recipients.
create or replace function count_outcomes(p_account bigint, p_mailing uuid, p_statuses smallint[]) returns void
language sql as $$
  update mailing m
  set delivered = m.delivered + c.delivered, bounced = m.bounced + c.bounced, complained = m.complained + c.complained,
    failed = m.failed + c.failed, suppressed = m.suppressed + c.suppressed,
    state = case when c.is_last then 'sent' else m.state end, ended_at = case when c.is_last then now() else m.ended_at end
  from (
    select s.*, m.state in ('sending', 'paused') and (m.kind = 'frozen' or m.closed_at is not null)
      and s.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients as is_last
    from mailing m cross join (
      select count(*) as finished, count(*) filter (where status = 7) as delivered,
        count(*) filter (where status = 3) as bounced, count(*) filter (where status = 4) as complained,
        count(*) filter (where status = 2) as failed, count(*) filter (where status = 1) as suppressed
      from unnest(p_statuses) as status
    ) s
    where m.account_id = p_account and m.id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing and c.finished > 0
$$;
