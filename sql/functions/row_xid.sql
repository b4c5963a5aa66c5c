-- The number of the transaction that wrote a row, in full: a row keeps the lower 32 bits only (xmin), and the next
-- transaction (p_next) says which of the rounds of 2^32 they belong to. With it a look at rows can be compared with what
-- an earlier look saw (pg_current_snapshot), over any number of processes and connections, exactly: an id or a time would
-- miss what commits later than it was made. It holds for rows that were written within the last 2^31 transactions.
create or replace function row_xid(p_xmin xid, p_next bigint) returns bigint
language sql immutable parallel safe as $$
  select (p_next & ~4294967295) + p_xmin::text::bigint
    - case when (p_next & 4294967295) <= p_xmin::text::bigint then 4294967296 else 0 end
$$;
