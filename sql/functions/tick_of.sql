-- Returns the timestamp of a UUIDv7 as a sortable number: the milliseconds times 4,096, plus the 12 bits that follow
-- the milliseconds (RFC 9562 section 6.2, method 1).
create or replace function tick_of(p_id uuid) returns bigint
language sql immutable parallel safe as $$
  select ('x' || left(p_id::text, 8) || substr(p_id::text, 10, 4) || substr(p_id::text, 16, 3))::bit(60)::bigint
$$;
