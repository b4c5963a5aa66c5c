-- The place of a UUIDv7 in time: milliseconds times 4,096, and the twelve bits behind them (RFC 9562, method 1 of 6.2).
create or replace function tick_of(p_id uuid) returns bigint
language sql immutable parallel safe as $$
  select ('x' || left(p_id::text, 8) || substr(p_id::text, 10, 4) || substr(p_id::text, 16, 3))::bit(60)::bigint
$$;
