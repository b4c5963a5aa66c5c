-- Returns a UUIDv7 (RFC 9562 section 5.7) for the current time of the database's clock.
create or replace function new_batch_id() returns uuid
language sql volatile as $$
  select encode(set_byte(b, 6, (get_byte(b, 6) & 15) | 112), 'hex')::uuid
  from (
    select overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6) as b
  ) v
$$;
