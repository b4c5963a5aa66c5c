-- Functions on the rows of all accounts for a distributed database. They process one account after another, each on the server
-- that stores the rows of the account. Each function has the same contract as the function with the same name in sql/functions.

create or replace function make_late_due(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer
) returns integer
language plpgsql as $$
declare
  v_account bigint;
  v_made integer := 0;
begin
  for v_account in
    select distinct d.account_id from delivery d
    where (p_account is null or d.account_id = p_account)
      and not d.is_ready and d.next_at > now() + make_interval(secs => p_seconds) and d.next_at < 'infinity' and d.attempts > 0
      and not d.is_stopped
    order by 1
  loop
    v_made := v_made + make_late_due_of(v_account, p_domain, p_site, p_tag, p_seconds, p_limit - v_made);
    exit when v_made >= p_limit;
  end loop;
  return v_made;
end
$$;

create or replace function lease_matched(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint, epoch integer,
  was_sent boolean, was_delayed boolean
)
language plpgsql as $$
#variable_conflict use_column
declare
  v_account bigint;
  v_left integer := p_limit;
  v_leased integer;
begin
  for v_account in
    select distinct d.account_id from delivery d
    where (p_account is null or d.account_id = p_account) and d.next_at is not null
    order by 1
  loop
    return query
      select * from lease_matched_of(v_account, p_domain, p_site, p_tag, p_seconds, v_left, p_lease_seconds);
    get diagnostics v_leased = row_count;
    v_left := v_left - v_leased;
    exit when v_left <= 0;
  end loop;
end
$$;

create or replace function make_stopped_due(p_seconds float8, p_limit integer) returns integer
language plpgsql as $$
declare
  v_account bigint;
  v_made integer := 0;
begin
  for v_account in
    select distinct d.account_id from delivery d
    where not d.is_ready and d.next_at > now() and d.next_at < 'infinity' and d.is_stopped order by 1
  loop
    v_made := v_made + make_stopped_due_of(v_account, p_seconds, p_limit - v_made);
    exit when v_made >= p_limit;
  end loop;
  return v_made;
end
$$;

create or replace function observe_tag_alerts(p_after_account bigint, p_after_id bigint, p_limit integer, p_now timestamptz)
returns table (
  account_id bigint, id bigint, delivered bigint, bounced bigint, complained bigint, failed bigint, last_at timestamptz
)
language plpgsql as $$
#variable_conflict use_column
declare
  v_alert record;
  v_sums record;
  v_last_at timestamptz;
begin
  for v_alert in
    select t.account_id, t.id, t.tag, t.window_minutes from tag_alert t
    where t.account_id > p_after_account or t.account_id = p_after_account and t.id > p_after_id
    order by t.account_id, t.id limit p_limit
  loop
    select coalesce(sum(h.delivered), 0)::bigint as delivered, coalesce(sum(h.bounced), 0)::bigint as bounced,
      coalesce(sum(h.complained), 0)::bigint as complained, coalesce(sum(h.failed), 0)::bigint as failed
    into v_sums from transactional_tag_hour h
    where h.account_id = v_alert.account_id and h.tag = v_alert.tag
      and h.hour > p_now - make_interval(mins => v_alert.window_minutes) - interval '1 hour';
    select h.last_at into v_last_at from transactional_tag_hour h
    where h.account_id = v_alert.account_id and h.tag = v_alert.tag and h.last_at is not null
    order by h.hour desc limit 1;
    return query select v_alert.account_id, v_alert.id, v_sums.delivered, v_sums.bounced, v_sums.complained, v_sums.failed, v_last_at;
  end loop;
end
$$;

create or replace function ready_by_class(p_classes smallint[], p_workers smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_class smallint;
begin
  foreach v_class in array p_classes loop
    return query
      select v_class, count(*)::integer, min(r.next_at) from (
        select d.next_at from delivery d
        where d.is_ready and d.next_at is not null and d.worker = any(p_workers) and d.class = v_class limit p_most
      ) r;
  end loop;
end
$$;

create or replace function chunks_by_class(p_classes smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
declare
  v_class smallint;
begin
  foreach v_class in array p_classes loop
    return query
      select v_class, coalesce(sum(r.size), 0)::integer, min(r.next_at) filter (where r.next_at <= now()) from (
        select k.last_no - k.first_no + 1 as size, k.next_at from mailing_chunk k
        where k.class = v_class and k.next_at < 'infinity' limit p_most
      ) r;
  end loop;
end
$$;

create or replace function claim_vendor_hook_deliveries(
  p_limit integer, p_turn integer, p_busy bigint[], p_room integer[], p_lease_seconds float8, p_is_troubled boolean
) returns setof vendor_hook_delivery
language plpgsql as $$
declare
  v_hook record;
  v_left integer := p_limit;
  v_room integer;
  v_taken integer;
begin
  for v_hook in
    select q.account_id, q.hook_id from (
      select distinct d.account_id, d.hook_id from vendor_hook_delivery d where d.due_at <= now()
    ) q
    join vendor_hook h on h.account_id = q.account_id and h.id = q.hook_id
    where (h.failures > 0) = p_is_troubled and coalesce(h.rests_until <= now(), true)
    order by random()
  loop
    v_room := least(v_left, coalesce(p_room[array_position(p_busy, v_hook.hook_id)], p_turn));
    return query
      with due as materialized (
        select d.event_id from vendor_hook_delivery d
        where d.account_id = v_hook.account_id and d.hook_id = v_hook.hook_id and d.due_at <= now()
        order by d.due_at, d.event_id limit v_room for update skip locked
      )
      update vendor_hook_delivery d set due_at = now() + make_interval(secs => p_lease_seconds) from due
      where d.account_id = v_hook.account_id and d.hook_id = v_hook.hook_id and d.event_id = due.event_id
      returning d.*;
    get diagnostics v_taken = row_count;
    v_left := v_left - v_taken;
    exit when v_left <= 0;
  end loop;
end
$$;
