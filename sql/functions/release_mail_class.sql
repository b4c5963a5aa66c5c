-- Releases up to p_limit held chunks and up to p_limit held rows of a class after its pause was lifted. Spreads the
-- rows over p_spread_seconds. Returns true if more may be left. Otherwise, returns false and clears is_lifted. Skips
-- chunks that are scheduled for later and rows that are held for a provider. The planner settings keep the queries on
-- their indexes.
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
