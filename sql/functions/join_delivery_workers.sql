-- OLD: Gives a new process the lowest number that is free.
-- Where no delivery process has been there for a while, everything belongs to the first that came: the others must never
-- take one that comes behind them for it. now() is the begin of a transaction, which may have waited for others to join.
create or replace function join_delivery_workers(p_id uuid) returns smallint
language plpgsql as $$
declare
  free smallint;
begin
  -- Two at once would take the same number, and the same place in the order.
  perform pg_advisory_xact_lock(hashtext('postrider delivery workers'));
  select min(n) into free
  from generate_series(1, 32767) n
  where not exists (select from delivery_worker w where w.number = n);
  insert into delivery_worker (number, id, joined_at)
  values (
    free, p_id,
    -- Also where the clock was set back.
    greatest(clock_timestamp(), (select max(joined_at) + interval '1 microsecond' from delivery_worker))
  );
  return free;
end
$$;
