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

-- As before (0060).
create or replace function take_unsent_recipients(
  p_account bigint, p_mailing uuid, p_lease_seconds float8, p_limit integer, out refs bigint[], out is_over boolean
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_state text;
  v_lot uuid;
  v_chunk mailing_chunk;
  v_nos integer[];
  v_last integer;
begin
  refs := '{}';
  is_over := false;
  select m.state into v_state from mailing m
  where m.account_id = p_account and m.id = p_mailing for no key update;
  if v_state is null or v_state not in ('preparing', 'paused') then
    is_over := v_state is distinct from 'sending';
    return;
  end if;
  for v_lot in
    select l.id from mailing_lot l where l.account_id = p_account and l.mailing_id = p_mailing order by l.id
  loop
    if v_state = 'preparing' then
      v_nos := array(
        select r.recipient_no from mailing_recipient r where r.account_id = p_account and r.lot_id = v_lot
        order by r.recipient_no limit p_limit
      );
      if cardinality(v_nos) > 0 then
        refs := take_recipients(p_account, p_mailing, v_lot, v_nos);
        return;
      end if;
      continue;
    end if;
    loop
      select c.* into v_chunk from mailing_chunk c
      where c.account_id = p_account and c.lot_id = v_lot and (c.next_at <= now() or c.next_at = 'infinity')
      order by c.chunk_no limit 1
      for update skip locked;
      exit when not found;
      v_nos := array(
        select r.recipient_no from mailing_recipient r
        where r.account_id = p_account and r.lot_id = v_lot
          and r.recipient_no between v_chunk.first_no and v_chunk.last_no
          and not exists (
            select from mailing_outcome o
            where o.account_id = p_account and o.lot_id = v_lot and o.recipient_no = r.recipient_no
              and o.recipient_no between v_chunk.first_no and v_chunk.last_no
          )
          and not exists (
            select from delivery d
            where d.account_id = p_account and d.message_id = v_lot and d.recipient_no = r.recipient_no
              and d.recipient_no between v_chunk.first_no and v_chunk.last_no
          )
          and not exists (
            select from outcome_missed u
            where u.account_id = p_account and u.message_id = v_lot and u.recipient_no = r.recipient_no
              and u.recipient_no between v_chunk.first_no and v_chunk.last_no and u.part = 'state'
          )
        order by r.recipient_no limit p_limit
      );
      if cardinality(v_nos) = 0 then
        delete from mailing_chunk where account_id = p_account and lot_id = v_lot and chunk_no = v_chunk.chunk_no;
        continue;
      end if;
      refs := take_recipients(p_account, p_mailing, v_lot, v_nos);
      -- A process that held it once, and was taken for dead, can record nothing of it any more.
      v_last := v_nos[cardinality(v_nos)];
      update mailing_chunk set first_no = v_last + 1, epoch = epoch + 1
      where account_id = p_account and lot_id = v_lot and chunk_no = v_chunk.chunk_no and v_last < v_chunk.last_no;
      if not found then
        delete from mailing_chunk where account_id = p_account and lot_id = v_lot and chunk_no = v_chunk.chunk_no;
      end if;
      return;
    end loop;
    v_nos := array(
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_lot
        and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
        and not exists (
          select from outcome_missed u
          where u.account_id = p_account and u.message_id = v_lot and u.recipient_no = d.recipient_no and u.part = 'state'
        )
      order by d.recipient_no limit p_limit
      for update skip locked
    );
    if cardinality(v_nos) > 0 then
      delete from delivery where account_id = p_account and message_id = v_lot and recipient_no = any(v_nos);
      refs := take_recipients(p_account, p_mailing, v_lot, v_nos);
      return;
    end if;
  end loop;
  is_over := v_state = 'preparing' or not exists (
    select from mailing_lot l join mailing_chunk c on c.account_id = p_account and c.lot_id = l.id
    where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at is not null
  ) and not exists (
    select from mailing_lot l join delivery d on d.account_id = p_account and d.message_id = l.id
    where l.account_id = p_account and l.mailing_id = p_mailing and d.next_at is not null and not exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = d.message_id and u.recipient_no = d.recipient_no
        and u.part = 'state'
    )
  );
  if is_over then
    -- One that was never started is nothing; of another, whoever had an outcome was all of it.
    update mailing m set state = case when m.started_at is null then 'cancelled' else 'sent' end, ended_at = now()
    where m.account_id = p_account and m.id = p_mailing
      and m.recipients <= m.delivered + m.bounced + m.complained + m.failed + m.suppressed;
  end if;
end
$$;

-- As before (0060).
create or replace function carry_over_chunk(
  p_account bigint, p_lot uuid, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_chunk mailing_chunk;
  v_nos integer[];
  v_last integer;
  v_to record;
begin
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  select * into v_chunk from mailing_chunk c
  where c.account_id = p_account and c.lot_id = p_lot and (c.next_at <= now() or c.next_at = 'infinity')
  order by c.chunk_no limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  if v_state in ('sending', 'paused') then
    v_nos := array(
      select r.recipient_no from mailing_recipient r
      where r.account_id = p_account and r.lot_id = p_lot and r.recipient_no between v_chunk.first_no and v_chunk.last_no
        and not exists (
          select from mailing_outcome o
          where o.account_id = p_account and o.lot_id = p_lot and o.recipient_no = r.recipient_no
            and o.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from delivery d
          where d.account_id = p_account and d.message_id = p_lot and d.recipient_no = r.recipient_no
            and d.recipient_no between v_chunk.first_no and v_chunk.last_no
        )
        and not exists (
          select from outcome_missed u
          where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = r.recipient_no
            and u.recipient_no between v_chunk.first_no and v_chunk.last_no and u.part = 'state'
        )
      order by r.recipient_no limit p_limit
    );
  end if;
  if coalesce(cardinality(v_nos), 0) = 0 then
    delete from mailing_chunk where account_id = p_account and lot_id = p_lot and chunk_no = v_chunk.chunk_no;
    return 0;
  end if;
  if p_failed is null then
    select * into v_to from move_recipients(p_account, v_mailing, p_lot, v_nos);
    insert into mailing_chunk (account_id, lot_id, chunk_no, mailing_id, first_no, last_no, class, due_at, next_at)
    select p_account, v_to.lot, coalesce(max(c.chunk_no), 0) + 1, v_mailing, v_to.behind + 1,
      v_to.behind + cardinality(v_nos), v_chunk.class, v_chunk.due_at,
      case when v_state = 'paused' or v_chunk.due_at is not null then 'infinity'::timestamptz else now() end
    from mailing_chunk c where c.account_id = p_account and c.lot_id = v_to.lot;
  else
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
  end if;
  -- A process that held it once, and was taken for dead, can record nothing of it any more.
  v_last := v_nos[cardinality(v_nos)];
  update mailing_chunk set first_no = v_last + 1, epoch = epoch + 1
  where account_id = p_account and lot_id = p_lot and chunk_no = v_chunk.chunk_no;
  return cardinality(v_nos);
end
$$;
