-- Returns the full 64-bit ID of the transaction that wrote a row. A row stores only the lower 32 bits (p_xmin), and the next
-- transaction ID (p_next) determines to which cycle of 2^32 these bits belong. A comparison with an earlier pg_current_snapshot
-- shows exactly which rows are new, across any number of processes and connections. With an ID or a timestamp, rows that commit
-- later than they were created would be missed. Valid for rows written within the last 2^31 transactions.
create or replace function row_xid(p_xmin xid, p_next bigint) returns bigint
language sql immutable parallel safe as $$
  select (p_next & ~4294967295) + p_xmin::text::bigint
    - case when (p_next & 4294967295) <= p_xmin::text::bigint then 4294967296 else 0 end
$$;
