-- Classes of an account's mail to many (1 automation, 2 confirmation, 3 campaign) that are paused: what waits of them is put
-- aside and goes on when that is lifted. Transactional mail is none of them. A row stays when its pause is lifted.
create table mail_class_pause (
  account_id bigint not null,
  class smallint not null check (class between 1 and 3),
  -- Null: not paused.
  paused_at timestamptz,
  reason text,
  -- Outcomes before it do not count towards the next automatic pause.
  health_since timestamptz not null default '-infinity',
  -- What was put aside is to come due again, which a job does piece by piece; also after a pause of the whole account.
  is_lifted boolean not null default false,
  primary key (account_id, class)
);

create index mail_class_pause_lifted on mail_class_pause (account_id, class) where is_lifted;

-- What became of an account's mail to many, a class and hour a row; the hour is that of the outcome. Test addresses say
-- nothing about its health.
create table mail_class_hour (
  account_id bigint not null,
  class smallint not null,
  hour timestamptz not null,
  delivered integer not null default 0,
  bounced integer not null default 0,
  complained integer not null default 0,
  primary key (account_id, class, hour)
) with (fillfactor = 50);

create index mail_class_hour_old on mail_class_hour (hour);

alter table account_review drop constraint account_review_asks_for_check;
alter table account_review add constraint account_review_asks_for_check
  check (asks_for <@ array['transactional', 'pause', 'restriction', 'mail_classes']);

-- What is held for ever is found by whose it is; there is none of it while nothing is paused (0048 for the queue's rows).
create index mailing_chunk_held on mailing_chunk (account_id, class) where next_at = 'infinity';

-- Whether mail to many of this class waits: the class is paused, or all sending of the account.
create function is_mail_class_held(p_account bigint, p_class smallint) returns boolean
language sql stable as $$
  select exists (
    select from mail_class_pause p where p.account_id = p_account and p.class = p_class and p.paused_at is not null
  ) or exists (
    select from account a where a.account_id = p_account and a.paused_at is not null
  )
$$;

-- Puts up to `p_limit` chunks and as many rows aside that are due of a class that is held, where no claim meets them.
create function hold_mail_class(p_account bigint, p_class smallint, p_limit integer) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_worker smallint := -1;
  v_left integer := p_limit;
  v_row record;
begin
  -- Nobody lifts it in the middle: what is put aside after that would wait for ever.
  perform from account a where a.account_id = p_account for share;
  perform from mail_class_pause p where p.account_id = p_account and p.class = p_class for share;
  if not is_mail_class_held(p_account, p_class) then
    return;
  end if;
  update mailing_chunk c set next_at = 'infinity'
  where c.ctid = any (array(
    select m.ctid from mailing_chunk m
    where m.class = p_class and m.account_id = p_account and m.next_at <= now() and m.next_at < 'infinity'
    limit p_limit
    for no key update skip locked
  ));
  loop
    -- From worker to worker, as the index begins with them: what others have ready is not read.
    select d.worker into v_worker from delivery d
    where d.worker > v_worker and d.is_ready and d.next_at is not null
    order by d.worker limit 1;
    exit when not found or v_left <= 0;
    for v_row in
      select d.message_id, d.recipient_no from delivery d
      where d.worker = v_worker and d.class = p_class and d.account_id = p_account and d.is_ready and d.next_at <= now()
      order by d.next_at limit v_left
      for update skip locked
    loop
      update delivery d set next_at = 'infinity', is_ready = false, is_stopped = false
      where d.account_id = p_account and d.message_id = v_row.message_id and d.recipient_no = v_row.recipient_no;
      v_left := v_left - 1;
    end loop;
  end loop;
end
$$;

-- Makes up to `p_limit` chunks and as many rows due of a class whose pause was lifted; false when there is nothing left to be
-- done. What belongs to a mailing that is paused itself is put aside again when it is met.
create function release_mail_class(p_account bigint, p_class smallint, p_limit integer, p_spread_seconds float8)
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
      where m.account_id = p_account and m.class = p_class and m.next_at = 'infinity'
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
