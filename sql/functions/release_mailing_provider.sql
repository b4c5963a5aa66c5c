-- Releases up to p_limit recipients that were held for a provider whose pause was lifted, and spreads them over
-- p_spread_seconds. Returns true if more may be left. Otherwise, returns false and deletes the pause. Recipients of a
-- paused mailing wait until the mailing is resumed.
create or replace function release_mailing_provider(
  p_account bigint, p_source bigint, p_provider text, p_limit integer, p_spread_seconds float8
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_batch record;
  v_state text;
  v_nos integer[];
  v_deferred integer;
  v_left integer := p_limit;
begin
  -- Transactions that held rows because of the pause have committed, so their rows are visible from here on.
  if not exists (
    select from mailing_provider_pause p
    where p.account_id = p_account and p.source = p_source and p.provider = p_provider and p.is_lifted
  ) then
    return false;
  end if;
  for v_batch in
    select m.id as mailing_id, l.id from mailing m
    join recipient_batch l on l.account_id = m.account_id and l.mailing_id = m.id
    where m.account_id = p_account and m.source = p_source
    order by m.id, l.id
  loop
    -- Uses the index delivery_held_for.
    v_nos := array(
      select d.recipient_no from delivery d
      where d.account_id = p_account and d.message_id = v_batch.id and d.held_for = p_provider
      limit v_left
    );
    continue when cardinality(v_nos) = 0;
    -- Block concurrent pauses and resumes.
    select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_batch.mailing_id for share;
    with let_go as (
      update delivery d
      set held_for = null, next_at = case v_state
        when 'paused' then 'infinity'::timestamptz
        when 'cancelled' then null
        else now() + make_interval(secs => random() * p_spread_seconds) end
      where d.account_id = p_account and d.message_id = v_batch.id and d.recipient_no = any(v_nos)
        and d.held_for = p_provider and d.next_at is not null
      returning d.delayed_at
    )
    select count(*) filter (where delayed_at is not null) into v_deferred from let_go;
    -- If a row left the queue when its mailing was canceled, only clear held_for.
    update delivery d set held_for = null
    where d.account_id = p_account and d.message_id = v_batch.id and d.recipient_no = any(v_nos)
      and d.held_for = p_provider and d.next_at is null;
    update mailing_provider p
    set held = greatest(p.held - cardinality(v_nos), 0), held_deferred = greatest(p.held_deferred - v_deferred, 0)
    where p.account_id = p_account and p.mailing_id = v_batch.mailing_id and p.provider = p_provider;
    v_left := v_left - cardinality(v_nos);
    if v_left <= 0 then
      return true;
    end if;
  end loop;
  if v_left < p_limit then
    return true;
  end if;
  -- Reset the counts for rows that were deleted in other ways, for example when a contact was erased or a daily
  -- partition was dropped.
  update mailing_provider p set held = 0, held_deferred = 0
  from mailing m
  where m.account_id = p_account and m.source = p_source
    and p.account_id = p_account and p.mailing_id = m.id and p.provider = p_provider and p.held <> 0;
  delete from mailing_provider_pause p
  where p.account_id = p_account and p.source = p_source and p.provider = p_provider and p.is_lifted;
  return false;
end
$$;
