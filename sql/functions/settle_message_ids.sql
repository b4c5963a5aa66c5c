-- Settles the IDs of messages that are about to be stored, so that they are greater than all existing IDs of the account. Returns
-- null if the given IDs can stay, because they are greater, and p_latest, the time of the last ID, is at most a minute behind and
-- a second ahead of the database's clock. Otherwise, returns other IDs in the same order, with the time of the database's clock
-- and greater than all existing IDs. Locks the account's row in message_order until the commit. accept_messages calls this
-- function only if its own update of message_order did not match, because every call has a cost.
-- Each statement uses one table and values that were computed before it, because looking up an array element in the `set`
-- clause of an update crashed a Citus worker (signal 11).
create or replace function settle_message_ids(
  p_account bigint, p_ids uuid[], p_least uuid, p_greatest uuid, p_latest timestamptz
) returns uuid[]
language plpgsql as $$
declare
  now_tick bigint;
  last uuid;
  tick bigint;
  settled uuid[];
begin
  -- The account has no row yet, so start after its last message, if any.
  if not exists (select from message_order o where o.account_id = p_account) then
    select m.id into last from message m where m.account_id = p_account order by m.id desc limit 1;
    insert into message_order (account_id, last_id)
    values (p_account, coalesce(last, '00000000-0000-0000-0000-000000000000'))
    on conflict do nothing;
  end if;
  -- Uses a separate statement, so that its snapshot includes the changes of a transaction that the insert waited for.
  select o.last_id into last from message_order o where o.account_id = p_account for update;
  if last < p_least
    and p_latest between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 second'
  then
    update message_order o set last_id = p_greatest where o.account_id = p_account;
    return null;
  end if;

  now_tick := (extract(epoch from clock_timestamp()) * 1000)::bigint << 12;
  tick := tick_of(last) + 1;
  -- If the clock was set back, follow it only if the difference is more than a day. Otherwise, IDs continue after the last one.
  if tick < now_tick or tick > now_tick + (86400000::bigint << 12) then
    tick := now_tick;
  end if;
  for position in 1 .. cardinality(p_ids) loop
    settled[position] := uuid_at_tick(tick + position - 1, p_ids[position]);
  end loop;
  last := settled[cardinality(settled)];
  update message_order o set last_id = last where o.account_id = p_account;
  return settled;
end
$$;
