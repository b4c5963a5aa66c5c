-- Deletes chunks whose recipients all have an outcome, an outcome that could not be written (outcome_missed), or a
-- separate queue row. Chunks are given by key and epoch in parallel arrays. Ignores chunks with another epoch. Locks
-- chunks in the order of their keys.
create or replace function end_mailing_chunks(p_accounts bigint[], p_batches uuid[], p_chunks integer[], p_epochs integer[]) returns void
language plpgsql as $$
begin
  delete from mailing_chunk c
  using (
    select m.account_id, m.batch_id, m.chunk_no
    from (
      select * from unnest(p_accounts, p_batches, p_chunks, p_epochs) as k (account_id, batch_id, chunk_no, epoch)
      order by account_id, batch_id, chunk_no
    ) as k
    cross join lateral (
      select * from mailing_chunk h
      where h.account_id = k.account_id and h.batch_id = k.batch_id and h.chunk_no = k.chunk_no
        and h.epoch = k.epoch and h.next_at is not null
      for no key update
    ) as m
    where m.last_no - m.first_no < (
      select count(*) from (
        select o.recipient_no from mailing_outcome o
        where o.account_id = m.account_id and o.batch_id = m.batch_id
          and o.recipient_no between m.first_no and m.last_no
        union
        select d.recipient_no from delivery d
        where d.account_id = m.account_id and d.message_id = m.batch_id
          and d.recipient_no between m.first_no and m.last_no
        union
        select u.recipient_no from outcome_missed u
        where u.account_id = m.account_id and u.message_id = m.batch_id
          and u.recipient_no between m.first_no and m.last_no and u.part = 'state'
      ) as accounted
    )
  ) as done
  where c.account_id = done.account_id and c.batch_id = done.batch_id and c.chunk_no = done.chunk_no;
end
$$;
