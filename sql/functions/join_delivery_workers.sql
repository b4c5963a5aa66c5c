-- Registers a delivery process and returns its number, which is the lowest free number. joined_at increases strictly in
-- the order of registration, so that all processes agree on this order.
create or replace function join_delivery_workers(p_id uuid) returns smallint
language plpgsql as $$
declare
  free smallint;
begin
  -- Lock, because concurrent calls would otherwise get the same number and the same position in the order.
  perform pg_advisory_xact_lock(hashtext('postrider delivery workers'));
  select min(n) into free
  from generate_series(1, 32767) n
  where not exists (select from delivery_worker w where w.number = n);
  insert into delivery_worker (number, id, joined_at)
  values (
    free, p_id,
    -- joined_at must increase even if the clock was set back.
    greatest(clock_timestamp(), (select max(joined_at) + interval '1 microsecond' from delivery_worker))
  );
  return free;
end
$$;
