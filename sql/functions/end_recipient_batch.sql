-- Ends a recipient batch in which no recipient is waiting. Counts outcomes that could not be written, requeues deferred
-- recipients in one of today's batches, and deletes the batch with its chunks. Returns false and changes nothing if a
-- recipient is still waiting.
create or replace function end_recipient_batch(p_account bigint, p_batch uuid) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_batch recipient_batch;
  v_mailing mailing;
  v_nos integer[];
  v_statuses smallint[];
  v_to record;
begin
  select l.* into v_batch from recipient_batch l where l.account_id = p_account and l.id = p_batch;
  select m.* into v_mailing from mailing m where m.account_id = p_account and m.id = v_batch.mailing_id for no key update;
  -- Waits for transactions that are still adding recipients shortly after midnight.
  perform from recipient_batch l where l.account_id = p_account and l.id = p_batch for update;
  if exists (
    select from delivery d where d.account_id = p_account and d.message_id = p_batch and d.next_at is not null
  ) or exists (
    select from mailing_chunk c where c.account_id = p_account and c.batch_id = p_batch and c.next_at is not null
  ) or v_mailing.state = 'preparing' and exists (
    select from mailing_recipient r where r.account_id = p_account and r.batch_id = p_batch
  ) then
    return false;
  end if;
  -- Count outcomes that could not be written and are stored in outcome_missed instead.
  with missed as (
    delete from outcome_missed u
    where u.account_id = p_account and u.part in ('state', 'mailings') and u.message_id = p_batch
    returning u.recipient_no, u.part, u.outcome #>> '{outcome,kind}' as kind
  ), known as (
    select distinct on (recipient_no) recipient_no, part, kind from missed
    where not exists (
      select from mailing_outcome o
      where o.account_id = p_account and o.batch_id = p_batch and o.recipient_no = missed.recipient_no
    )
    order by recipient_no, kind = 'deferred'
  )
  select
    array_agg((array[1, 2, 3, 4, 7])[array_position(
      array['suppressed', 'failed', 'bounced', 'complained', 'delivered'], kind)]::smallint)
      filter (where kind <> 'deferred'),
    array_agg(recipient_no) filter (where kind = 'deferred' and part = 'state')
  into v_statuses, v_nos from known;
  if v_statuses is not null then
    perform count_outcomes(p_account, v_batch.mailing_id, v_statuses);
  end if;
  -- Recipients of a chunk that were deferred and have no final outcome continue as rows in one of today's batches.
  if v_nos is not null and v_mailing.state in ('sending', 'paused') then
    select * into v_to from move_recipients(p_account, v_batch.mailing_id, p_batch, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
    select p_account, r.batch_id, r.recipient_no, r.recipient, v_mailing.class, 5, v_mailing.state <> 'paused',
      case when v_mailing.state = 'paused' then 'infinity'::timestamptz else now() end
    from mailing_recipient r
    where r.account_id = p_account and r.batch_id = v_to.batch and r.recipient_no > v_to.behind
      and r.recipient_no <= v_to.behind + cardinality(v_nos);
  end if;
  delete from mailing_chunk where account_id = p_account and batch_id = p_batch;
  delete from recipient_batch l where l.account_id = p_account and l.id = p_batch returning l.* into v_batch;
  -- Until a mailing of the kind `open` is closed, its total includes the counts of its batches. This batch was just
  -- deleted, so add its count to the mailing.
  if v_mailing.kind = 'open' and v_mailing.closed_at is null then
    update mailing m set recipients = m.recipients + v_batch.recipients - v_batch.carried
    where m.account_id = p_account and m.id = v_batch.mailing_id;
  end if;
  return true;
end
$$;
