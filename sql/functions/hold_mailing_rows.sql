-- Holds up to p_most queue rows of a paused mailing by setting their due time to infinity, or ends the rows of a
-- canceled mailing. Returns the number of rows, or 0 if the mailing is neither paused nor canceled. Skips rows that may
-- be leased (due within p_lease_seconds). Updates each row by its full key, because in a join, PostgreSQL may read all
-- rows of the mailing to find each row.
create or replace function hold_mailing_rows(p_account bigint, p_mailing uuid, p_lease_seconds float8, p_most integer)
returns integer
language plpgsql as $$
declare
  v_held integer := 0;
  v_batch uuid;
  v_state text;
  v_recipient_no integer;
begin
  -- Block a concurrent resume, because rows that are held after the resume would wait forever.
  select m.state into v_state from mailing m where m.account_id = p_account and m.id = p_mailing for share;
  if v_state is null or v_state not in ('paused', 'cancelled') then
    return 0;
  end if;
  for v_batch in
    select l.id from recipient_batch l where l.account_id = p_account and l.mailing_id = p_mailing order by l.id
  loop
    for v_recipient_no in
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_batch
        and (d.next_at <= now() or d.next_at > now() + make_interval(secs => p_lease_seconds))
        and (d.next_at < 'infinity' or v_state = 'cancelled')
      limit p_most - v_held
      for update skip locked
    loop
      update delivery d
      set next_at = case v_state when 'paused' then 'infinity'::timestamptz end, is_ready = false,
        status = case v_state when 'paused' then d.status else 2 end
      where d.account_id = p_account and d.message_id = v_batch and d.recipient_no = v_recipient_no;
      v_held := v_held + 1;
    end loop;
    exit when v_held >= p_most;
  end loop;
  return v_held;
end
$$;
