-- Returns the full 64-bit ID of the transaction that wrote a row. A row keeps only the lower 32 bits (p_xmin); the next
-- transaction ID (p_next) tells which cycle of 2^32 they belong to. Compared with an earlier pg_current_snapshot, this shows
-- exactly which rows are new, across any number of processes and connections. An ID or a timestamp would miss rows that commit
-- later than they were created. Valid for rows written within the last 2^31 transactions.
create or replace function row_xid(p_xmin xid, p_next bigint) returns bigint
language sql immutable parallel safe as $$
  select (p_next & ~4294967295) + p_xmin::text::bigint
    - case when (p_next & 4294967295) <= p_xmin::text::bigint then 4294967296 else 0 end
$$;
