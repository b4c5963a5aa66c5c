-- Makes the chunks that still have the given epoch due p_seconds from now, and returns them. Chunks are given by key
-- and epoch in parallel arrays. Locks chunks in the order of their keys.
create or replace function set_mailing_chunks_due(
  p_accounts bigint[], p_batches uuid[], p_chunks integer[], p_epochs integer[], p_seconds float8
) returns table (batch_id uuid, chunk_no integer)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update mailing_chunk c set next_at = now() + make_interval(secs => p_seconds)
    from (
      select m.*
      from (
        select * from unnest(p_accounts, p_batches, p_chunks, p_epochs) as k (account_id, batch_id, chunk_no, epoch)
        order by account_id, batch_id, chunk_no
      ) as k
      cross join lateral (
        select h.account_id, h.batch_id, h.chunk_no from mailing_chunk h
        where h.account_id = k.account_id and h.batch_id = k.batch_id and h.chunk_no = k.chunk_no
          and h.epoch = k.epoch and h.next_at is not null
        for no key update
      ) as m
    ) as held
    where c.account_id = held.account_id and c.batch_id = held.batch_id and c.chunk_no = held.chunk_no
    returning c.batch_id, c.chunk_no;
end
$$;
