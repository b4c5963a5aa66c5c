-- Marks chunks of a mailing as due if their scheduled time (due_at) has passed and the mailing is being sent. Returns
-- the time at which the next chunk becomes due. Returns null if no chunk is waiting, the mailing is not being sent, or
-- its mail class or account is paused. If the first chunk is late by more than p_behind_seconds, moves the whole
-- schedule, so that the mailing continues at its intended pace instead of in one burst.
create or replace function release_spread_chunks(p_account bigint, p_mailing uuid, p_behind_seconds float8) returns timestamptz
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_class smallint;
  v_first timestamptz;
begin
  -- Block a concurrent pause.
  select m.class into v_class from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.state = 'sending' for share;
  if not found or is_mail_class_held(p_account, v_class) then
    return null;
  end if;
  select min(c.due_at) into v_first
  from recipient_batch l join mailing_chunk c on c.account_id = p_account and c.batch_id = l.id
  where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at = 'infinity' and c.due_at is not null;
  if v_first is null then
    return null;
  end if;
  if v_first < now() - make_interval(secs => p_behind_seconds) then
    update mailing_chunk c set due_at = c.due_at + (now() - v_first)
    from recipient_batch l
    where l.account_id = p_account and l.mailing_id = p_mailing and c.account_id = p_account and c.batch_id = l.id
      and c.next_at = 'infinity' and c.due_at is not null;
  end if;
  update mailing_chunk c set next_at = now(), due_at = null
  from recipient_batch l
  where l.account_id = p_account and l.mailing_id = p_mailing and c.account_id = p_account and c.batch_id = l.id
    and c.next_at = 'infinity' and c.due_at <= now();
  select min(c.due_at) into v_first
  from recipient_batch l join mailing_chunk c on c.account_id = p_account and c.batch_id = l.id
  where l.account_id = p_account and l.mailing_id = p_mailing and c.next_at = 'infinity' and c.due_at is not null;
  return v_first;
end
$$;
