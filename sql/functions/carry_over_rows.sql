-- OLD: Rows in the queue; gives how many were carried over, null when there are none that nobody has leased. With `p_failed`, a sentence, one of them ends instead, and its
-- OLD: recipient has failed: what is stored of it cannot be read.
-- As before (0046); what is held back at a provider goes on to be.
create or replace function carry_over_rows(
  p_account bigint, p_lot uuid, p_lease_seconds float8, p_limit integer, p_failed text
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
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  v_nos := array(
    select d.recipient_no from delivery d
    where d.account_id = p_account and d.message_id = p_lot
      and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
    order by d.recipient_no limit p_limit
    for update skip locked
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  -- What became of a mail may be known and could not be written: then it is not sent again, and counts with its lot.
  with put_off as (
    delete from outcome_missed u
    where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = any(v_nos) and u.part = 'state'
      and u.outcome #>> '{outcome,kind}' = 'deferred'
  ), known as (
    delete from delivery d
    where d.account_id = p_account and d.message_id = p_lot and d.recipient_no = any(v_nos) and exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = d.recipient_no and u.part = 'state'
        and u.outcome #>> '{outcome,kind}' <> 'deferred'
    )
    returning d.recipient_no
  )
  select array(select unnest(v_nos) except select recipient_no from known order by 1) into v_nos;
  if p_failed is not null then
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
  elsif cardinality(v_nos) > 0 and v_state is distinct from 'cancelled' then
    select * into v_to from move_recipients(p_account, v_mailing, p_lot, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts, next_at, delayed_at, class,
      worker, passed_over, taken, is_ready, is_stopped, held_for)
    select p_account, v_to.lot, v_to.behind + k.position, d.recipient, d.status, d.attempts, d.next_at, d.delayed_at,
      d.class, d.worker, d.passed_over, d.taken, d.is_ready, d.is_stopped, d.held_for
    from unnest(v_nos) with ordinality as k (no, position)
    join delivery d on d.account_id = p_account and d.message_id = p_lot and d.recipient_no = k.no;
  end if;
  delete from delivery where account_id = p_account and message_id = p_lot and recipient_no = any(v_nos);
  return greatest(cardinality(v_nos), 1);
end
$$;
