-- How a campaign is sent: what is kept between the turns of the job that does, and mailings that are sent over hours, or of
-- which the unsent part is taken back.

alter table campaign
  -- Whom it was found to be for when it began, and whether a gate keeps it to those who are engaged.
  add column audience bigint,
  add column only_engaged boolean not null default false,
  -- When the whole audience was in its waves; null while it is walked through.
  add column prepared_at timestamptz,
  -- By which pages hear how far it is; one for each time that it is sent.
  add column progress_id uuid;

alter table campaign_wave
  -- Names of the values that its recipients are given.
  add column slots text[] not null default '{}',
  -- SHA-256 of the content that it was frozen with: another content means other waves for what is unsent.
  add column content bytea,
  -- Of a million contacts of the audience, how many are chosen for it, and how many it takes at most; who is chosen by no
  -- wave, or finds it full, goes to the last.
  add column share integer not null default 1000000,
  add column most bigint,
  -- It is started only when those before it have told: so long after the first of them was, at the earliest, and of that
  -- what a gate asks for, which nobody shortens.
  add column is_awaited boolean not null default false,
  add column wait_seconds bigint not null default 0,
  add column gate_seconds bigint not null default 0,
  -- The wave to which its unsent recipients go, since the content was changed.
  add column replaced_by smallint;

-- Of a mailing that is sent over hours: when the chunk becomes due. Until then it waits where no claim meets it.
alter table mailing_chunk add column due_at timestamptz;

-- Makes the chunks due whose time has come, as long as the mailing is sent; gives when the next one does, null when none waits.
-- Where all of it stood still for longer than `p_behind_seconds`, it goes on at the pace at which it was to be sent.
create function release_spread_chunks(p_account bigint, p_mailing uuid, p_behind_seconds float8) returns timestamptz
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_class smallint;
  v_first timestamptz;
begin
  -- Nobody pauses it in the middle.
  select m.class into v_class from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.state = 'sending' for share;
  if not found or is_mail_class_held(p_account, v_class) then
    return null;
  end if;
  select min(c.due_at) into v_first
  from mailing_lot l join mailing_chunk c on c.account_id = p_account and c.lot_id = l.id
  where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at = 'infinity' and c.due_at is not null;
  if v_first is null then
    return null;
  end if;
  if v_first < now() - make_interval(secs => p_behind_seconds) then
    update mailing_chunk c set due_at = c.due_at + (now() - v_first)
    from mailing_lot l
    where l.account_id = p_account and l.mailing_id = p_mailing and c.account_id = p_account and c.lot_id = l.id
      and c.next_at = 'infinity' and c.due_at is not null;
  end if;
  update mailing_chunk c set next_at = now(), due_at = null
  from mailing_lot l
  where l.account_id = p_account and l.mailing_id = p_mailing and c.account_id = p_account and c.lot_id = l.id
    and c.next_at = 'infinity' and c.due_at <= now();
  select min(c.due_at) into v_first
  from mailing_lot l join mailing_chunk c on c.account_id = p_account and c.lot_id = l.id
  where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at = 'infinity' and c.due_at is not null;
  return v_first;
end
$$;

-- Takes recipients of a lot out of a mailing, and gives what its owner knows them by.
create function take_recipients(p_account bigint, p_mailing uuid, p_lot uuid, p_nos integer[]) returns bigint[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_refs bigint[];
begin
  with gone as (
    delete from mailing_recipient r
    where r.account_id = p_account and r.lot_id = p_lot and r.recipient_no = any(p_nos)
    returning r.recipient_no, r.ref
  )
  select coalesce(array_agg(ref order by recipient_no) filter (where ref is not null), '{}') into v_refs from gone;
  update mailing set recipients = recipients - cardinality(p_nos) where account_id = p_account and id = p_mailing;
  return v_refs;
end
$$;

-- Takes up to `p_limit` recipients who have no outcome out of a mailing that is paused or being prepared, so that they can be
-- sent something else, and gives what its owner knows them by. Chunks and rows that a worker has leased are left to it: what
-- is on the wire comes to its end first. `is_over`: nothing is left to be taken, now or later.
create function take_unsent_recipients(
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
      update mailing_chunk set first_no = v_nos[cardinality(v_nos)] + 1, epoch = epoch + 1
      where account_id = p_account and lot_id = v_lot and chunk_no = v_chunk.chunk_no
        and v_nos[cardinality(v_nos)] < v_chunk.last_no;
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

-- As before (0047), without chunks that wait for their time.
create or replace function release_mail_class(p_account bigint, p_class smallint, p_limit integer, p_spread_seconds float8)
returns boolean
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_chunks integer;
  v_rows integer := 0;
  v_row record;
begin
  perform from mail_class_pause p where p.account_id = p_account and p.class = p_class and p.is_lifted for update;
  if not found then
    return false;
  end if;
  if not is_mail_class_held(p_account, p_class) then
    update mailing_chunk c set next_at = now()
    where c.ctid = any (array(
      select m.ctid from mailing_chunk m
      where m.account_id = p_account and m.class = p_class and m.next_at = 'infinity' and m.due_at is null
      limit p_limit
      for no key update
    ));
    get diagnostics v_chunks = row_count;
    for v_row in
      select d.message_id, d.recipient_no from delivery d
      where d.account_id = p_account and d.class = p_class and d.next_at = 'infinity'
      order by d.message_id, d.recipient_no limit p_limit
      for update
    loop
      update delivery d set next_at = now() + make_interval(secs => random() * p_spread_seconds)
      where d.account_id = p_account and d.message_id = v_row.message_id and d.recipient_no = v_row.recipient_no;
      v_rows := v_rows + 1;
    end loop;
    if v_chunks + v_rows > 0 then
      return true;
    end if;
  end if;
  update mail_class_pause p set is_lifted = false where p.account_id = p_account and p.class = p_class;
  return false;
end
$$;

-- As before (0046); a chunk that waits for its time goes on to do so.
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
  update mailing_chunk set first_no = v_nos[cardinality(v_nos)] + 1, epoch = epoch + 1
  where account_id = p_account and lot_id = p_lot and chunk_no = v_chunk.chunk_no;
  return cardinality(v_nos);
end
$$;
