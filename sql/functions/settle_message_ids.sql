-- OLD: Settles the ids of messages that are about to be stored: null when those that came stand, because they are greater than
-- OLD: all of the account's and `p_latest`, the time of the last of them, is no more than a second ahead of this clock and a
-- OLD: minute behind; otherwise others, in the same order, at the time of this clock and behind all that the account has.
-- OLD: `accept_messages` calls it only when an update of the row has not done: nearly always that does, and each call costs.
-- OLD: Messages are accepted by statements that run alike where tables are spread over several servers: what differs from moment
-- OLD: to moment is asked before them, and quotas are judged by values.
-- OLD: As before (0032), in statements of one table each.
-- What a statement writes is found out before it: an element of an array that is looked up within the `set` of an update ended
-- a server of a cluster by signal 11. Everything else is as before.
-- As before (0080).
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
  -- The account's first message since there is this table.
  if not exists (select from message_order o where o.account_id = p_account) then
    select m.id into last from message m where m.account_id = p_account order by m.id desc limit 1;
    insert into message_order (account_id, last_id)
    values (p_account, coalesce(last, '00000000-0000-0000-0000-000000000000'))
    on conflict do nothing;
  end if;
  -- A statement of its own sees what the transaction that was waited for has committed.
  select o.last_id into last from message_order o where o.account_id = p_account for update;
  if last < p_least
    and p_latest between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 second'
  then
    update message_order o set last_id = p_greatest where o.account_id = p_account;
    return null;
  end if;

  now_tick := (extract(epoch from clock_timestamp()) * 1000)::bigint << 12;
  tick := tick_of(last) + 1;
  -- A clock that went back is followed only when it went back by more than a day: until then ids go on where they are.
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
