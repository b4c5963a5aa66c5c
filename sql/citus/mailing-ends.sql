-- Functions that end mailings in a distributed database. In Citus, now() must be selected as a column instead of used
-- in expressions. Functions that are called on their own must be in PL/pgSQL, because Citus does not know the
-- parameters of SQL functions. Each function has the same contract as the function with the same name in sql/functions.

create or replace function count_outcomes(p_account bigint, p_mailing uuid, p_statuses smallint[]) returns void
language plpgsql as $$
begin
  update mailing m
  set delivered = m.delivered + c.delivered, bounced = m.bounced + c.bounced, complained = m.complained + c.complained,
    failed = m.failed + c.failed, suppressed = m.suppressed + c.suppressed,
    state = case when c.is_last then 'sent' else m.state end, ended_at = case when c.is_last then c.at else m.ended_at end
  from (
    select s.*, m.state in ('sending', 'paused') and (m.kind = 'frozen' or m.closed_at is not null)
      and s.finished + m.delivered + m.bounced + m.complained + m.failed + m.suppressed >= m.recipients as is_last
    from mailing m cross join (
      select now() as at, count(*) as finished, count(*) filter (where status = 7) as delivered,
        count(*) filter (where status = 3) as bounced, count(*) filter (where status = 4) as complained,
        count(*) filter (where status = 2) as failed, count(*) filter (where status = 1) as suppressed
      from unnest(p_statuses) as status
    ) s
    where m.account_id = p_account and m.id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing and c.finished > 0;
end
$$;

create or replace function close_mailing(p_account bigint, p_mailing uuid) returns boolean
language plpgsql as $$
begin
  -- Waits for concurrent calls to add_recipients. The next statement then sees the recipients that these calls added.
  perform m.id from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.kind = 'open' and m.closed_at is null
    and m.state in ('sending', 'paused')
  for update;
  if not found then
    return false;
  end if;
  update mailing m
  set closed_at = c.at, recipients = c.recipients, state = case when c.recipients <= c.ended then 'sent' else m.state end,
    ended_at = case when c.recipients <= c.ended then c.at end
  from (
    select now() as at, k.recipients + (
        select coalesce(sum(l.recipients - l.carried), 0) from recipient_batch l
        where l.account_id = p_account and l.mailing_id = p_mailing
      ) as recipients, k.delivered + k.bounced + k.complained + k.failed + k.suppressed as ended
    from mailing k where k.account_id = p_account and k.id = p_mailing
  ) c
  where m.account_id = p_account and m.id = p_mailing;
  return true;
end
$$;
