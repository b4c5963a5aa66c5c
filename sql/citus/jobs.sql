-- Functions for jobs in a distributed database. Due rows are found across all shards without locks, and then locked one
-- by one, each on the server that stores the row. Functions that take a single row try only the first 64 due rows.
-- Otherwise, each function has the same contract as the function with the same name in sql/functions.

create or replace function claim_campaign(p_lease_seconds float8) returns setof campaign
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select c.account_id, c.id from campaign c where c.next_at <= now() and c.deleted_at is null order by c.next_at limit 64
  loop
    perform c.id from campaign c
    where c.account_id = v_due.account_id and c.id = v_due.id and c.next_at <= now() and c.deleted_at is null
    for update skip locked;
    continue when not found;
    return query
      update campaign c set epoch = c.epoch + 1, next_at = now() + make_interval(secs => p_lease_seconds)
      where c.account_id = v_due.account_id and c.id = v_due.id returning c.*;
    return;
  end loop;
end
$$;

create or replace function claim_automation_item(p_lease_seconds float8) returns setof automation_item
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select i.account_id, i.id from automation_item i where i.next_at <= now() order by i.next_at limit 64
  loop
    perform i.id from automation_item i
    where i.account_id = v_due.account_id and i.id = v_due.id and i.next_at <= now()
    for update skip locked;
    continue when not found;
    return query
      update automation_item i set next_at = now() + make_interval(secs => p_lease_seconds)
      where i.account_id = v_due.account_id and i.id = v_due.id returning i.*;
    return;
  end loop;
end
$$;

create or replace function claim_bulk_action(p_lease_seconds float8) returns setof bulk_action
language plpgsql as $$
declare
  v_now constant timestamptz := now();
  v_due record;
begin
  for v_due in
    select b.account_id, b.id from bulk_action b
    where b.next_at <= now() and (b.dry_run or not exists (
      select from bulk_action o
      where o.account_id = b.account_id and o.id < b.id and o.next_at is not null and not o.dry_run))
    order by b.next_at limit 64
  loop
    perform b.id from bulk_action b
    where b.account_id = v_due.account_id and b.id = v_due.id and b.next_at <= now()
    for update skip locked;
    continue when not found;
    return query
      update bulk_action b set status = 'processing', started_at = coalesce(b.started_at, v_now), epoch = b.epoch + 1,
        next_at = v_now + make_interval(secs => p_lease_seconds)
      where b.account_id = v_due.account_id and b.id = v_due.id returning b.*;
    return;
  end loop;
end
$$;

create or replace function claim_import(p_kinds text[], p_lease_seconds float8) returns setof import
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select i.account_id, i.id from import i where i.next_at <= now() and i.kind = any(p_kinds) order by i.next_at limit 64
  loop
    perform i.id from import i
    where i.account_id = v_due.account_id and i.id = v_due.id and i.next_at <= now()
    for update skip locked;
    continue when not found;
    return query
      update import i set state = case when i.state = 'undoing' then i.state else 'running' end, epoch = i.epoch + 1,
        next_at = now() + make_interval(secs => p_lease_seconds)
      where i.account_id = v_due.account_id and i.id = v_due.id returning i.*;
    return;
  end loop;
end
$$;

create or replace function claim_contact_erasure(p_lease_seconds float8) returns setof contact_erasure
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select e.account_id, e.id from contact_erasure e where e.next_at <= now() order by e.next_at limit 64
  loop
    perform e.id from contact_erasure e
    where e.account_id = v_due.account_id and e.id = v_due.id and e.next_at <= now()
    for update skip locked;
    continue when not found;
    return query
      update contact_erasure e set state = 'running', next_at = now() + make_interval(secs => p_lease_seconds)
      where e.account_id = v_due.account_id and e.id = v_due.id returning e.*;
    return;
  end loop;
end
$$;

create or replace function claim_account_deletion(p_lease_seconds float8) returns setof account_deletion
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select d.account_id from account_deletion d where d.due_at <= now() and d.next_at <= now() order by d.next_at limit 64
  loop
    perform d.account_id from account_deletion d
    where d.account_id = v_due.account_id and d.due_at <= now() and d.next_at <= now()
    for update skip locked;
    continue when not found;
    return query
      update account_deletion d set next_at = now() + make_interval(secs => p_lease_seconds), attempts = d.attempts + 1
      where d.account_id = v_due.account_id returning d.*;
    return;
  end loop;
end
$$;

create or replace function begin_campaign_proofs(p_minutes integer, p_limit integer)
returns table (account_id bigint, campaign_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_due record;
begin
  for v_due in
    select o.account_id, o.campaign_id from campaign_changed o where o.changed_at < now() - make_interval(mins => p_minutes)
    order by o.changed_at limit p_limit
  loop
    perform c.campaign_id from campaign_changed c
    where c.account_id = v_due.account_id and c.campaign_id = v_due.campaign_id
      and c.changed_at < now() - make_interval(mins => p_minutes)
    for update skip locked;
    continue when not found;
    return query
      update campaign_changed c set is_proving = true
      where c.account_id = v_due.account_id and c.campaign_id = v_due.campaign_id returning c.account_id, c.campaign_id;
  end loop;
end
$$;

create or replace function forget_sign_ups(p_days integer, p_limit integer) returns table (account_id bigint, contact_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v_of record;
begin
  for v_of in
    select old.account_id, array_agg(old.contact_id) as contacts from (
      select o.account_id, o.contact_id from contact_sign_up o
      where o.expires_at < now() - make_interval(days => p_days) order by o.expires_at limit p_limit
    ) old
    group by old.account_id order by old.account_id
  loop
    return query
      with old as materialized (
        select o.contact_id from contact_sign_up o
        where o.account_id = v_of.account_id and o.contact_id = any(v_of.contacts)
          and o.expires_at < now() - make_interval(days => p_days)
        for update skip locked
      )
      delete from contact_sign_up s using old
      where s.account_id = v_of.account_id and s.contact_id = old.contact_id
      returning s.account_id, s.contact_id;
  end loop;
end
$$;

create or replace function missed_parts_due(p_account bigint, p_part text, p_limit integer)
returns table (account_id bigint, part text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select distinct m.account_id, m.part from outcome_missed m
    where m.next_at <= now() and (m.account_id > p_account or m.account_id = p_account and m.part > p_part)
    order by m.account_id, m.part limit p_limit;
end
$$;

create or replace function accounts_to_segment(p_accounts bigint[], p_size integer) returns setof bigint
language plpgsql as $$
declare
  v_account bigint;
begin
  foreach v_account in array p_accounts loop
    perform m.id from message m
    where m.account_id = v_account and m.id > coalesce(
      (select s.last_id from message_segment s where s.account_id = v_account order by s.last_id desc limit 1),
      '00000000-0000-0000-0000-000000000000'
    )
    order by m.id offset p_size - 1 limit 1;
    if found then
      return next v_account;
    end if;
  end loop;
end
$$;

create or replace function hold_webhook_replay(p_ahead_seconds float8) returns setof webhook_replay
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select r.account_id, r.id from webhook_replay r where r.next_at < now() + make_interval(secs => p_ahead_seconds)
    order by r.next_at limit 64
  loop
    return query
      select r.* from webhook_replay r
      where r.account_id = v_due.account_id and r.id = v_due.id and r.next_at < now() + make_interval(secs => p_ahead_seconds)
      for update skip locked;
    if found then
      return;
    end if;
  end loop;
end
$$;

create or replace function postpone_disabled_replays(
  p_before_seconds float8, p_least_seconds float8, p_most_seconds float8, p_limit integer
) returns void
language plpgsql as $$
declare
  v_due record;
begin
  for v_due in
    select r.account_id, r.id, date_part('epoch', now() - coalesce(w.disabled_at, w.updated_at)) as since
    from webhook_replay r join webhook w on w.account_id = r.account_id
    where r.next_at < now() + make_interval(secs => p_before_seconds) and r.url is null and w.state = 'disabled'
    order by r.next_at limit p_limit
  loop
    perform r.id from webhook_replay r
    where r.account_id = v_due.account_id and r.id = v_due.id and r.next_at < now() + make_interval(secs => p_before_seconds)
    for update skip locked;
    continue when not found;
    update webhook_replay r
    set next_at = now() + make_interval(secs => least(p_most_seconds, greatest(p_least_seconds, v_due.since / 10)))
    where r.account_id = v_due.account_id and r.id = v_due.id;
  end loop;
end
$$;

create or replace function take_sender_alerts(p_limit integer)
returns table (account_id bigint, email text, subject text, count bigint, first_at timestamptz, reason text)
language plpgsql as $$
#variable_conflict use_column
declare
  v_due record;
begin
  for v_due in
    select d.account_id, d.kind, d.subject from delivery_alert d
    where d.kind = 'sender' and d.last_at > now() - interval '1 day'
      and (d.noticed_at is null or d.noticed_at < now() - interval '1 day')
      and not exists (select from account_deletion gone where gone.account_id = d.account_id)
    order by d.account_id, d.kind, d.subject limit p_limit
  loop
    return query
      with notified as (
        update delivery_alert a set noticed_at = now()
        where a.account_id = v_due.account_id and a.kind = v_due.kind and a.subject = v_due.subject
          and (a.noticed_at is null or a.noticed_at < now() - interval '1 day')
        returning a.account_id, a.subject, a.count::bigint as count, a.first_at, a.reason
      )
      select t.account_id, c.email, t.subject, t.count, t.first_at, t.reason
      from notified t join account c on c.account_id = t.account_id;
  end loop;
end
$$;

create or replace function delete_unused_templates(p_limit integer) returns void
language plpgsql as $$
declare
  v_unused record;
begin
  for v_unused in
    select k.account_id, k.hash from mail_template k
    where k.used_at < now() - interval '1 day' and not exists (
      select from mailing m where m.account_id = k.account_id and m.template_hash = k.hash
    )
    limit p_limit
  loop
    -- A transaction that uses the template again locks the template and updates `used_at`. This statement waits for that
    -- transaction.
    delete from mail_template t
    where t.account_id = v_unused.account_id and t.hash = v_unused.hash and t.used_at < now() - interval '1 day';
  end loop;
end
$$;

create or replace function delete_old_import(p_days integer) returns setof uuid
language plpgsql as $$
declare
  v_old record;
begin
  for v_old in
    select o.account_id, o.id from import o
    where o.created_at < now() - make_interval(days => p_days) and o.state in ('done', 'failed', 'cancelled', 'undone')
    order by o.created_at limit 64
  loop
    perform i.id from import i where i.account_id = v_old.account_id and i.id = v_old.id for update skip locked;
    continue when not found;
    delete from import_reject r where r.account_id = v_old.account_id and r.import_id = v_old.id;
    delete from import_piece p where p.account_id = v_old.account_id and p.import_id = v_old.id;
    delete from import i where i.account_id = v_old.account_id and i.id = v_old.id;
    return next v_old.id;
    return;
  end loop;
end
$$;

create or replace function abandon_ready_imports(p_seconds float8, p_limit integer) returns table (account_id bigint, id uuid)
language plpgsql as $$
#variable_conflict use_column
declare
  v_old record;
begin
  for v_old in
    select o.account_id, o.id from import o
    where o.state = 'ready' and o.created_at < now() - make_interval(secs => p_seconds) order by o.created_at limit p_limit
  loop
    perform i.id from import i
    where i.account_id = v_old.account_id and i.id = v_old.id and i.state = 'ready' for update skip locked;
    continue when not found;
    update import i set state = 'cancelled', finished_at = now(), fault = 'It was not started within a day.'
    where i.account_id = v_old.account_id and i.id = v_old.id;
    delete from import_piece p where p.account_id = v_old.account_id and p.import_id = v_old.id;
    return query select v_old.account_id, v_old.id;
  end loop;
end
$$;
