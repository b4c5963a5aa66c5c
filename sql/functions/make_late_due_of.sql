-- Makes up to p_limit recipients due, choosing from those that match an operator's filter and that an attempt deferred
-- to a time later than p_seconds from now. Returns the number of these recipients. Null parameters match everything.
-- Skips locked rows, and recipients of paused mailings, paused accounts, and stopped sites. Uses the index
-- delivery_waiting.
create or replace function make_late_due_of(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer
) returns integer
language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_made integer;
begin
  with late as materialized (
    select d.account_id, d.message_id, d.recipient_no from delivery d
    where (p_account is null or d.account_id = p_account)
      and not d.is_ready and d.next_at > now() + make_interval(secs => p_seconds) and d.next_at < 'infinity' and d.attempts > 0
      and not d.is_stopped
      and (p_domain is null or lower(substring(d.recipient from '[^@]*$')) = p_domain)
      and (p_site is null or exists (
        select from attempt a
        where a.account_id = d.account_id and a.message_id = d.message_id and a.recipient_no = d.recipient_no
          and a.attempt_no = d.attempts + d.passed_over and right(lower(a.host), length(p_site)) = p_site
      ))
      and (p_tag is null or exists (
        select from message m where m.account_id = d.account_id and m.id = d.message_id and m.tag = p_tag
      ))
      and not exists (select from account a where a.account_id = d.account_id and a.paused_at is not null)
      and not exists (
        select from recipient_batch l join mailing m on m.account_id = l.account_id and m.id = l.mailing_id
        where l.account_id = d.account_id and l.id = d.message_id and m.state = 'paused'
      )
    limit p_limit for update of d skip locked
  )
  update delivery d set next_at = now(), is_ready = true from late
  where (p_account is null or d.account_id = p_account)
    and d.account_id = late.account_id and d.message_id = late.message_id and d.recipient_no = late.recipient_no;
  get diagnostics v_made = row_count;
  return v_made;
end
$$;
