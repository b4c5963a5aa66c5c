-- Moves up to p_limit queue rows of a recipient batch to one of today's batches. Does not move rows that may be leased
-- (due within p_lease_seconds). Rows held for a paused provider stay held, and rows of a canceled mailing are deleted.
-- If p_failed is given, the recipients fail with that reason instead, because their stored data cannot be read. Returns
-- the number of recipients that were moved, failed, or deleted, which is at least 1. Returns null if the batch has no
-- unleased rows.
create or replace function carry_over_rows(
  p_account bigint, p_batch uuid, p_lease_seconds float8, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_nos integer[];
  v_to record;
begin
  select l.mailing_id into v_mailing from recipient_batch l where l.account_id = p_account and l.id = p_batch;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  v_nos := array(
    select d.recipient_no from delivery d
    where d.account_id = p_account and d.message_id = p_batch
      and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
    order by d.recipient_no limit p_limit
    for update skip locked
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  -- The outcome of a recipient may be known but not written (outcome_missed). No email is sent to such a recipient
  -- again, and end_recipient_batch counts the outcome.
  with put_off as (
    delete from outcome_missed u
    where u.account_id = p_account and u.message_id = p_batch and u.recipient_no = any(v_nos) and u.part = 'state'
      and u.outcome #>> '{outcome,kind}' = 'deferred'
  ), known as (
    delete from delivery d
    where d.account_id = p_account and d.message_id = p_batch and d.recipient_no = any(v_nos) and exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = p_batch and u.recipient_no = d.recipient_no and u.part = 'state'
        and u.outcome #>> '{outcome,kind}' <> 'deferred'
    )
    returning d.recipient_no
  )
  select array(select unnest(v_nos) except select recipient_no from known order by 1) into v_nos;
  if p_failed is not null then
    perform fail_carried(p_account, p_batch, v_nos, p_failed);
  elsif cardinality(v_nos) > 0 and v_state is distinct from 'cancelled' then
    select * into v_to from move_recipients(p_account, v_mailing, p_batch, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts, next_at, delayed_at, class,
      worker, passed_over, taken, is_ready, is_stopped, held_for)
    select p_account, v_to.batch, v_to.behind + k.position, d.recipient, d.status, d.attempts, d.next_at, d.delayed_at,
      d.class, d.worker, d.passed_over, d.taken, d.is_ready, d.is_stopped, d.held_for
    from unnest(v_nos) with ordinality as k (no, position)
    join delivery d on d.account_id = p_account and d.message_id = p_batch and d.recipient_no = k.no;
  end if;
  delete from delivery where account_id = p_account and message_id = p_batch and recipient_no = any(v_nos);
  return greatest(cardinality(v_nos), 1);
end
$$;
