-- What became of a mailing at each mailbox provider, and providers at which an account holds mail of a campaign back.

-- Mail that its account holds back at a provider waits where no claim meets it (`next_at` is infinity), until the provider
-- named here is let go.
alter table delivery add column held_for text;

-- Whose servers a site is of, as lanes of campaigns are named; null of sites that a process of the version before shows.
alter table delivery_site add column provider text;

-- A row a mailing and provider: as delivery knows it, by its name or by the domain of its mail servers; `inbox`; or a relay.
create table mailing_provider (
  account_id bigint not null,
  mailing_id uuid not null,
  provider text not null,
  delivered integer not null default 0,
  -- Bounced at the door; what is reported later does not count here.
  refused integer not null default 0,
  failed integer not null default 0,
  -- Put off by a reply, of which no end is known yet.
  deferred integer not null default 0,
  -- Held back by the account, and how many of these had been put off before.
  held integer not null default 0,
  held_deferred integer not null default 0,
  -- The last reply that put mail off, without addresses; when it came, and when that mail is tried again.
  answer text,
  answered_at timestamptz,
  retry_at timestamptz,
  -- Ten seconds of Unix time, the mails that were delivered within them, and within those before.
  pace_at bigint not null default 0,
  pace integer not null default 0,
  pace_before integer not null default 0,
  primary key (account_id, mailing_id, provider),
  foreign key (account_id, mailing_id) references mailing (account_id, id) on delete cascade
  -- Room for counters, which change with every group of outcomes.
) with (fillfactor = 50);

-- Providers at which mail of a campaign is held back. A row stays until what was held is let go.
create table mailing_provider_pause (
  account_id bigint not null,
  -- As the mailing names its owner: the campaign.
  source bigint not null,
  provider text not null,
  paused_at timestamptz not null default now(),
  -- Mail is not held any more, and what was is let go piece by piece.
  is_lifted boolean not null default false,
  primary key (account_id, source, provider)
);

create index mailing_source on mailing (account_id, source) where source is not null;

-- Lets up to `p_limit` recipients go that were held back at a provider which is open again; false when nothing is left, and
-- then forgets the pause. What belongs to a mailing that is paused itself goes on to wait for that.
create function release_mailing_provider(
  p_account bigint, p_source bigint, p_provider text, p_limit integer, p_spread_seconds float8
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_lot record;
  v_state text;
  v_nos integer[];
  v_deferred integer;
  v_left integer := p_limit;
begin
  -- Whoever held something under the pause has committed: it is seen from here on.
  if not exists (
    select from mailing_provider_pause p
    where p.account_id = p_account and p.source = p_source and p.provider = p_provider and p.is_lifted
  ) then
    return false;
  end if;
  for v_lot in
    select m.id as mailing_id, l.id from mailing m
    join mailing_lot l on l.account_id = m.account_id and l.mailing_id = m.id
    where m.account_id = p_account and m.source = p_source
    order by m.id, l.id
  loop
    -- Index delivery_held_for.
    v_nos := array(
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_lot.id and d.held_for = p_provider
      limit v_left
    );
    continue when cardinality(v_nos) = 0;
    -- Nobody pauses or resumes it in the middle.
    select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_lot.mailing_id for share;
    with let_go as (
      update delivery d
      set held_for = null, next_at = case v_state
        when 'paused' then 'infinity'::timestamptz
        when 'cancelled' then null
        else now() + make_interval(secs => random() * p_spread_seconds) end
      where d.account_id = p_account and d.message_id = v_lot.id and d.recipient_no = any(v_nos)
        and d.held_for = p_provider and d.next_at is not null
      returning d.delayed_at
    )
    select count(*) filter (where delayed_at is not null) into v_deferred from let_go;
    -- Of one that was cancelled meanwhile nothing is let go any more.
    update delivery d set held_for = null
    where d.account_id = p_account and d.message_id = v_lot.id and d.recipient_no = any(v_nos)
      and d.held_for = p_provider and d.next_at is null;
    update mailing_provider p
    set held = greatest(p.held - cardinality(v_nos), 0), held_deferred = greatest(p.held_deferred - v_deferred, 0)
    where p.account_id = p_account and p.mailing_id = v_lot.mailing_id and p.provider = p_provider;
    v_left := v_left - cardinality(v_nos);
    if v_left <= 0 then
      return true;
    end if;
  end loop;
  if v_left < p_limit then
    return true;
  end if;
  -- Rows that went otherwise, with a person or a day, are counted no more.
  update mailing_provider p set held = 0, held_deferred = 0
  from mailing m
  where m.account_id = p_account and m.source = p_source
    and p.account_id = p_account and p.mailing_id = m.id and p.provider = p_provider and p.held <> 0;
  delete from mailing_provider_pause p
  where p.account_id = p_account and p.source = p_source and p.provider = p_provider and p.is_lifted;
  return false;
end
$$;

-- As before (0060), without rows that are held back at a provider.
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
      where d.account_id = p_account and d.class = p_class and d.next_at = 'infinity' and d.held_for is null
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

-- As before (0046); what is held back at a provider goes on to be.
create or replace function carry_over_rows(
  p_account bigint, p_lot uuid, p_lease_seconds float8, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_state text;
  v_nos integer[];
  v_to record;
begin
  select l.mailing_id into v_mailing from mailing_lot l where l.account_id = p_account and l.id = p_lot;
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for no key update;
  v_nos := array(
    select d.recipient_no from delivery d
    where d.account_id = p_account and d.message_id = p_lot
      and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
    order by d.recipient_no limit p_limit
    for update skip locked
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  -- What became of a mail may be known and could not be written: then it is not sent again, and counts with its lot.
  with put_off as (
    delete from outcome_missed u
    where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = any(v_nos) and u.part = 'state'
      and u.outcome #>> '{outcome,kind}' = 'deferred'
  ), known as (
    delete from delivery d
    where d.account_id = p_account and d.message_id = p_lot and d.recipient_no = any(v_nos) and exists (
      select from outcome_missed u
      where u.account_id = p_account and u.message_id = p_lot and u.recipient_no = d.recipient_no and u.part = 'state'
        and u.outcome #>> '{outcome,kind}' <> 'deferred'
    )
    returning d.recipient_no
  )
  select array(select unnest(v_nos) except select recipient_no from known order by 1) into v_nos;
  if p_failed is not null then
    perform fail_carried(p_account, p_lot, v_nos, p_failed);
  elsif cardinality(v_nos) > 0 and v_state is distinct from 'cancelled' then
    select * into v_to from move_recipients(p_account, v_mailing, p_lot, v_nos);
    insert into delivery (account_id, message_id, recipient_no, recipient, status, attempts, next_at, delayed_at, class,
      worker, passed_over, taken, is_ready, is_stopped, held_for)
    select p_account, v_to.lot, v_to.behind + k.position, d.recipient, d.status, d.attempts, d.next_at, d.delayed_at,
      d.class, d.worker, d.passed_over, d.taken, d.is_ready, d.is_stopped, d.held_for
    from unnest(v_nos) with ordinality as k (no, position)
    join delivery d on d.account_id = p_account and d.message_id = p_lot and d.recipient_no = k.no;
  end if;
  delete from delivery where account_id = p_account and message_id = p_lot and recipient_no = any(v_nos);
  return greatest(cardinality(v_nos), 1);
end
$$;
