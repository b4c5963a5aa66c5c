-- Reschedules up to p_limit recipients whose sites were stopped, in one account or in all accounts (null). Returns the number of
-- these recipients. They become due between p_seconds and twice that time from now, but never later than their previous due time.
-- Skips locked rows. Uses the index delivery_waiting.
create or replace function make_stopped_due_of(p_account bigint, p_seconds float8, p_limit integer) returns integer
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_made integer;
begin
  with held as materialized (
    select d.account_id, d.message_id, d.recipient_no from delivery d
    where (p_account is null or d.account_id = p_account)
      and not d.is_ready and d.next_at > now() and d.next_at < 'infinity' and d.is_stopped
    limit p_limit for update skip locked
  )
  update delivery d
  set next_at = least(d.next_at, seconds_after(clock.at, p_seconds * (1 + (hashint4(d.recipient_no) & 65535) / 65536.0))),
    is_stopped = false
  from held, (select now()) as clock (at)
  where (p_account is null or d.account_id = p_account)
    and d.account_id = held.account_id and d.message_id = held.message_id and d.recipient_no = held.recipient_no;
  get diagnostics v_made = row_count;
  return v_made;
end
$$;
