-- Returns the lower bound of all UUIDv7s of a UTC day.
create or replace function uuid_at(p_day date) returns uuid
language sql immutable as $$
  select (
    lpad(to_hex((extract(epoch from p_day::timestamp) * 1000)::bigint), 12, '0') || '00000000000000000000'
  )::uuid
$$;
