-- Moves up to p_limit recipients of the first unleased chunk in a recipient batch to a new chunk in one of today's batches. If
-- p_failed is given, the recipients fail with that reason instead, because their stored data cannot be read. A chunk that is
-- scheduled for later (due_at) stays scheduled. Deletes a chunk in which no recipient is waiting, even if its mailing has ended.
-- Returns the number of recipients that were moved or failed. Returns 0 if the chunk was deleted, and null if the batch has no
-- unleased chunk.
create or replace function carry_over_chunk(
  p_account bigint, p_batch uuid, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_chunk mailing_chunk;
  v_nos integer[];
  v_last integer;
  v_to record;
begin
  select l.mailing_id into v_mailing from recipient_batch l where l.account_id = p_account and l.id = p_batch;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  select * into v_chunk from mailing_chunk c
  where c.account_id = p_account and c.batch_id = p_batch and (c.next_at <= now() or c.next_at = 'infinity')
  order by c.chunk_no limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  if v_state in ('sending', 'paused') then
    v_nos := array(
      select r.recipient_no from mailing_recipient r
      where r.account_id = p_account and r.batch_id = p_batch and r.recipient_no between v_chunk.first_no and v_chunk.last_no
        and not exists (
          select from mailing_outcome o
          where o.account_id = p_account and o.batch_id = p_batch and o.recipient_no = r.recipient_no
            and o.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from delivery d
          where d.account_id = p_account and d.message_id = p_batch and d.recipient_no = r.recipient_no
            and d.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from outcome_missed u
          where u.account_id = p_account and u.message_id = p_batch and u.recipient_no = r.recipient_no
            and u.recipient_no between v_chunk.first_no and v_chunk.last_no and u.part = 'state'
        )
      order by r.recipient_no limit p_limit
    );
  end if;
  if coalesce(cardinality(v_nos), 0) = 0 then
    delete from mailing_chunk where account_id = p_account and batch_id = p_batch and chunk_no = v_chunk.chunk_no;
    return 0;
  end if;
  if p_failed is null then
    select * into v_to from move_recipients(p_account, v_mailing, p_batch, v_nos);
    insert into mailing_chunk (account_id, batch_id, chunk_no, mailing_id, first_no, last_no, class, due_at, next_at)
    select p_account, v_to.batch, coalesce(max(c.chunk_no), 0) + 1, v_mailing, v_to.behind + 1,
      v_to.behind + cardinality(v_nos), v_chunk.class, v_chunk.due_at,
      case when v_state = 'paused' or v_chunk.due_at is not null then 'infinity'::timestamptz else now() end
    from mailing_chunk c where c.account_id = p_account and c.batch_id = v_to.batch;
  else
    perform fail_carried(p_account, p_batch, v_nos, p_failed);
  end if;
  -- The new epoch prevents an earlier leaseholder that was presumed dead from recording outcomes for this chunk.
  v_last := v_nos[cardinality(v_nos)];
  update mailing_chunk set first_no = v_last + 1, epoch = epoch + 1
  where account_id = p_account and batch_id = p_batch and chunk_no = v_chunk.chunk_no;
  return cardinality(v_nos);
end
$$;
