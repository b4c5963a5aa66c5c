-- Holds up to p_limit due chunks and up to p_limit due rows of a class of an account. Sets their due time to infinity,
-- so that no claim finds them. Does nothing if neither the class nor the account is paused. Skips locked rows. The
-- planner settings keep the queries on their indexes.
create or replace function hold_mail_class(p_account bigint, p_class smallint, p_limit integer) returns void
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_worker smallint := -1;
  v_left integer := p_limit;
  v_row record;
begin
  -- Block a concurrent resume, because chunks and rows that are held after the resume would wait forever.
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
    -- Process one worker after another, because the index starts with the worker. This avoids reading ready rows of
    -- other accounts.
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
