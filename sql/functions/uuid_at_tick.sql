-- Returns the UUIDv7 for a time in the format of tick_of, with the random part of p_random.
create or replace function uuid_at_tick(p_tick bigint, p_random uuid) returns uuid
language sql immutable parallel safe as $$
  select (
    lpad(to_hex(p_tick >> 12), 12, '0') || '7' || lpad(to_hex(p_tick & 4095), 3, '0') || right(p_random::text, 17)
  )::uuid
$$;
