-- Removes up to p_limit recipients without an outcome from a mailing that is paused or being prepared, so that they can be sent
-- other content. Returns the owner's references to the recipients (refs). Skips chunks and rows that a worker has leased, because
-- their email may be in transit. is_over means that nothing is left to take, now or later.
create or replace function take_unsent_recipients(
  p_account bigint, p_mailing uuid, p_lease_seconds float8, p_limit integer, out refs bigint[], out is_over boolean
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_state text;
  v_batch uuid;
  v_chunk mailing_chunk;
  v_nos integer[];
  v_last integer;
begin
  refs := '{}';
  is_over := false;
  select m.state into v_state from mailing m
  where m.account_id = p_account and m.id = p_mailing for no key update;
  if v_state is null or v_state not in ('preparing', 'paused') then
    is_over := v_state is distinct from 'sending';
    return;
  end if;
  for v_batch in
    select l.id from recipient_batch l where l.account_id = p_account and l.mailing_id = p_mailing order by l.id
  loop
    if v_state = 'preparing' then
      v_nos := array(
        select r.recipient_no from mailing_recipient r where r.account_id = p_account and r.batch_id = v_batch
        order by r.recipient_no limit p_limit
      );
      if cardinality(v_nos) > 0 then
        refs := take_recipients(p_account, p_mailing, v_batch, v_nos);
        return;
      end if;
      continue;
    end if;
    loop
      select c.* into v_chunk from mailing_chunk c
      where c.account_id = p_account and c.batch_id = v_batch and (c.next_at <= now() or c.next_at = 'infinity')
      order by c.chunk_no limit 1
      for update skip locked;
      exit when not found;
      v_nos := array(
        select r.recipient_no from mailing_recipient r
        where r.account_id = p_account and r.batch_id = v_batch
          and r.recipient_no between v_chunk.first_no and v_chunk.last_no
          and not exists (
            select from mailing_outcome o
            where o.account_id = p_account and o.batch_id = v_batch and o.recipient_no = r.recipient_no
              and o.recipient_no between v_chunk.first_no and v_chunk.last_no
          )
          and not exists (
            select from delivery d
            where d.account_id = p_account and d.message_id = v_batch and d.recipient_no = r.recipient_no
              and d.recipient_no between v_chunk.first_no and v_chunk.last_no
          )
          and not exists (
            select from outcome_missed u
            where u.account_id = p_account and u.message_id = v_batch and u.recipient_no = r.recipient_no
              and u.recipient_no between v_chunk.first_no and v_chunk.last_no and u.part = 'state'
          )
        order by r.recipient_no limit p_limit
      );
      if cardinality(v_nos) = 0 then
        delete from mailing_chunk where account_id = p_account and batch_id = v_batch and chunk_no = v_chunk.chunk_no;
        continue;
      end if;
      refs := take_recipients(p_account, p_mailing, v_batch, v_nos);
      -- The new epoch prevents an earlier leaseholder that was presumed dead from recording outcomes for this chunk.
      v_last := v_nos[cardinality(v_nos)];
      update mailing_chunk set first_no = v_last + 1, epoch = epoch + 1
      where account_id = p_account and batch_id = v_batch and chunk_no = v_chunk.chunk_no and v_last < v_chunk.last_no;
      if not found then
        delete from mailing_chunk where account_id = p_account and batch_id = v_batch and chunk_no = v_chunk.chunk_no;
      end if;
      return;
    end loop;
    v_nos := array(
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_batch
        and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
        and not exists (
          select from outcome_missed u
          where u.account_id = p_account and u.message_id = v_batch and u.recipient_no = d.recipient_no and u.part = 'state'
        )
      order by d.recipient_no limit p_limit
      for update skip locked
    );
    if cardinality(v_nos) > 0 then
      delete from delivery where account_id = p_account and message_id = v_batch and recipient_no = any(v_nos);
      refs := take_recipients(p_account, p_mailing, v_batch, v_nos);
      return;
    end if;
  end loop;
  is_over := v_state = 'preparing' or not exists (
    select from recipient_batch l join mailing_chunk c on c.account_id = p_account and c.batch_id = l.id
    where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at is not null
  ) and not exists (
    select from recipient_batch l join delivery d on d.account_id = p_account and d.message_id = l.id
    where l.account_id = p_account and l.mailing_id = p_mailing and d.next_at is not null and not exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = d.message_id and u.recipient_no = d.recipient_no
        and u.part = 'state'
    )
  );
  if is_over then
    -- A mailing that never started is canceled. Otherwise, all remaining recipients have an outcome, so the mailing is sent.
    update mailing m set state = case when m.started_at is null then 'cancelled' else 'sent' end, ended_at = now()
    where m.account_id = p_account and m.id = p_mailing
      and m.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed;
  end if;
end
$$;
