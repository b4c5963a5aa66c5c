-- Functions on chunks for a distributed database. Chunks are locked and changed one by one, each on the server that stores the
-- chunk. Each function has the same contract as the function with the same name in sql/functions.

create or replace function end_mailing_chunks(p_accounts bigint[], p_batches uuid[], p_chunks integer[], p_epochs integer[])
returns void
language plpgsql as $$
declare
  v_key record;
begin
  for v_key in
    select * from unnest(p_accounts, p_batches, p_chunks, p_epochs) as k (account_id, batch_id, chunk_no, epoch)
    order by account_id, batch_id, chunk_no
  loop
    perform h.chunk_no from mailing_chunk h
    where h.account_id = v_key.account_id and h.batch_id = v_key.batch_id and h.chunk_no = v_key.chunk_no
      and h.epoch = v_key.epoch and h.next_at is not null
    for no key update;
    continue when not found;
    delete from mailing_chunk c
    where c.account_id = v_key.account_id and c.batch_id = v_key.batch_id and c.chunk_no = v_key.chunk_no
      and c.last_no - c.first_no < (
        select count(*) from (
          select o.recipient_no from mailing_outcome o
          where o.account_id = v_key.account_id and o.batch_id = v_key.batch_id
            and o.recipient_no between c.first_no and c.last_no
          union
          select d.recipient_no from delivery d
          where d.account_id = v_key.account_id and d.message_id = v_key.batch_id
            and d.recipient_no between c.first_no and c.last_no
          union
          select u.recipient_no from outcome_missed u
          where u.account_id = v_key.account_id and u.message_id = v_key.batch_id
            and u.recipient_no between c.first_no and c.last_no and u.part = 'state'
        ) as accounted
      );
  end loop;
end
$$;

create or replace function set_mailing_chunks_due(
  p_accounts bigint[], p_batches uuid[], p_chunks integer[], p_epochs integer[], p_seconds float8
) returns table (batch_id uuid, chunk_no integer)
language plpgsql as $$
#variable_conflict use_column
declare
  v_key record;
begin
  for v_key in
    select * from unnest(p_accounts, p_batches, p_chunks, p_epochs) as k (account_id, batch_id, chunk_no, epoch)
    order by account_id, batch_id, chunk_no
  loop
    return query
      update mailing_chunk c set next_at = now() + make_interval(secs => p_seconds)
      where c.account_id = v_key.account_id and c.batch_id = v_key.batch_id and c.chunk_no = v_key.chunk_no
        and c.epoch = v_key.epoch and c.next_at is not null
      returning c.batch_id, c.chunk_no;
  end loop;
end
$$;
