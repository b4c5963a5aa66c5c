-- More of what works over the rows of all accounts at once, as functions, so that a database of several servers can have another
-- form of it (sql/citus); and what counts as immutable where Citus asks for that.

-- So many seconds later. Adding an interval counts as one that may change, for intervals of days and months.
create function seconds_after(p_at timestamptz, p_seconds float8) returns timestamptz
language sql immutable parallel safe as $$
  select p_at + make_interval(secs => p_seconds)
$$;

-- What of its owner a mailing is; primary key.
create function mailing_source(p_account bigint, p_mailing uuid) returns bigint
language sql stable as $$
  select m.source from mailing m where m.account_id = p_account and m.id = p_mailing
$$;

-- Takes up the campaign that is due first; index campaign_due.
create function claim_campaign(p_lease_seconds float8) returns setof campaign
language plpgsql as $$
begin
  return query
    update campaign c set epoch = c.epoch + 1, next_at = now() + make_interval(secs => p_lease_seconds)
    where (c.account_id, c.id) = (
      select d.account_id, d.id from campaign d
      where d.next_at <= now() and d.deleted_at is null order by d.next_at limit 1 for update skip locked)
    returning c.*;
end
$$;

-- Takes up the item of an automation that is due first; index automation_item_due.
create function claim_automation_item(p_lease_seconds float8) returns setof automation_item
language plpgsql as $$
begin
  return query
    update automation_item i set next_at = now() + make_interval(secs => p_lease_seconds)
    where (i.account_id, i.id) = (
      select d.account_id, d.id from automation_item d
      where d.next_at <= now() order by d.next_at limit 1 for update skip locked)
    returning i.*;
end
$$;

-- Takes up the bulk action that is due first and has none before it in its account; index bulk_action_due.
create function claim_bulk_action(p_lease_seconds float8) returns setof bulk_action
language plpgsql as $$
begin
  return query
    update bulk_action b set status = 'processing', started_at = coalesce(b.started_at, now()), epoch = b.epoch + 1,
      next_at = now() + make_interval(secs => p_lease_seconds)
    where (b.account_id, b.id) = (
      select d.account_id, d.id from bulk_action d
      where d.next_at <= now() and (d.dry_run or not exists (
        select from bulk_action o
        where o.account_id = d.account_id and o.id < d.id and o.next_at is not null and not o.dry_run))
      order by d.next_at limit 1 for update skip locked)
    returning b.*;
end
$$;

-- Takes up the import of one of these kinds that is due first; index import_due.
create function claim_import(p_kinds text[], p_lease_seconds float8) returns setof import
language plpgsql as $$
begin
  return query
    update import i set state = case i.state when 'undoing' then i.state else 'running' end, epoch = i.epoch + 1,
      next_at = now() + make_interval(secs => p_lease_seconds)
    where (i.account_id, i.id) = (
      select d.account_id, d.id from import d where d.next_at <= now() and d.kind = any(p_kinds)
      order by d.next_at limit 1 for update skip locked)
    returning i.*;
end
$$;

-- Takes up the erasure of a contact that is due first; index contact_erasure_due.
create function claim_contact_erasure(p_lease_seconds float8) returns setof contact_erasure
language plpgsql as $$
begin
  return query
    update contact_erasure e set state = 'running', next_at = now() + make_interval(secs => p_lease_seconds)
    where (e.account_id, e.id) = (
      select d.account_id, d.id from contact_erasure d where d.next_at <= now()
      order by d.next_at limit 1 for update skip locked)
    returning e.*;
end
$$;

-- Takes up the deletion of an account that is due first; index account_deletion_due.
create function claim_account_deletion(p_lease_seconds float8) returns setof account_deletion
language plpgsql as $$
begin
  return query
    update account_deletion d set next_at = now() + make_interval(secs => p_lease_seconds), attempts = d.attempts + 1
    where d.account_id = (
      select o.account_id from account_deletion o where o.due_at <= now() and o.next_at <= now()
      order by o.next_at limit 1 for update skip locked)
    returning d.*;
end
$$;

-- Takes up to `p_limit` campaigns whose results changed `p_minutes` ago or more, to be proved; index campaign_changed_at.
create function begin_campaign_proofs(p_minutes integer, p_limit integer)
returns table (account_id bigint, campaign_id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update campaign_changed c set is_proving = true
    from (
      select o.account_id, o.campaign_id from campaign_changed o where o.changed_at < now() - make_interval(mins => p_minutes)
      order by o.changed_at limit p_limit for update skip locked
    ) due
    where c.account_id = due.account_id and c.campaign_id = due.campaign_id
    returning c.account_id, c.campaign_id;
end
$$;

-- Removes up to `p_limit` sign-ups whose links ended `p_days` ago or more, and says whose; index contact_sign_up_expires.
create function forget_sign_ups(p_days integer, p_limit integer) returns table (account_id bigint, contact_id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    delete from contact_sign_up s using (
      select o.account_id, o.contact_id from contact_sign_up o
      where o.expires_at < now() - make_interval(days => p_days) order by o.expires_at limit p_limit for update skip locked
    ) old
    where s.account_id = old.account_id and s.contact_id = old.contact_id
    returning s.account_id, s.contact_id;
end
$$;

-- Ends chunks of these epochs all of whose recipients have an outcome, be it one that could not be written, or a row of their
-- own in the queue. Primary keys.
create function end_mailing_chunks(p_accounts bigint[], p_lots uuid[], p_chunks integer[], p_epochs integer[]) returns void
language plpgsql as $$
begin
  delete from mailing_chunk c
  using (
    select m.account_id, m.lot_id, m.chunk_no
    from (
      select * from unnest(p_accounts, p_lots, p_chunks, p_epochs) as k (account_id, lot_id, chunk_no, epoch)
      order by account_id, lot_id, chunk_no
    ) as k
    cross join lateral (
      select * from mailing_chunk h
      where h.account_id = k.account_id and h.lot_id = k.lot_id and h.chunk_no = k.chunk_no
        and h.epoch = k.epoch and h.next_at is not null
      for no key update
    ) as m
    where m.last_no - m.first_no < (
      select count(*) from (
        select o.recipient_no from mailing_outcome o
        where o.account_id = m.account_id and o.lot_id = m.lot_id
          and o.recipient_no between m.first_no and m.last_no
        union
        select d.recipient_no from delivery d
        where d.account_id = m.account_id and d.message_id = m.lot_id
          and d.recipient_no between m.first_no and m.last_no
        union
        select u.recipient_no from outcome_missed u
        where u.account_id = m.account_id and u.message_id = m.lot_id
          and u.recipient_no between m.first_no and m.last_no and u.part = 'state'
      ) as accounted
    )
  ) as done
  where c.account_id = done.account_id and c.lot_id = done.lot_id and c.chunk_no = done.chunk_no;
end
$$;

-- Has chunks of these epochs due after so many seconds, and says which are still theirs. Primary key.
create function set_mailing_chunks_due(
  p_accounts bigint[], p_lots uuid[], p_chunks integer[], p_epochs integer[], p_seconds float8
) returns table (lot_id uuid, chunk_no integer)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    update mailing_chunk c set next_at = now() + make_interval(secs => p_seconds)
    from (
      select m.*
      from (
        select * from unnest(p_accounts, p_lots, p_chunks, p_epochs) as k (account_id, lot_id, chunk_no, epoch)
        order by account_id, lot_id, chunk_no
      ) as k
      cross join lateral (
        select h.account_id, h.lot_id, h.chunk_no from mailing_chunk h
        where h.account_id = k.account_id and h.lot_id = k.lot_id and h.chunk_no = k.chunk_no
          and h.epoch = k.epoch and h.next_at is not null
        for no key update
      ) as m
    ) as held
    where c.account_id = held.account_id and c.lot_id = held.lot_id and c.chunk_no = held.chunk_no
    returning c.lot_id, c.chunk_no;
end
$$;

-- Account by account, which parts of outcomes are due to be made up for, behind an account and a part; index outcome_missed_due.
create function missed_parts_due(p_account bigint, p_part text, p_limit integer) returns table (account_id bigint, part text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with recursive pair as (
      (
        select m.account_id, m.part from outcome_missed m
        where m.next_at is not null and (m.account_id, m.part) > (p_account, p_part)
        order by m.account_id, m.part limit 1
      )
      union all
      select following.* from pair cross join lateral (
        select m.account_id, m.part from outcome_missed m
        where m.next_at is not null and (m.account_id, m.part) > (pair.account_id, pair.part)
        order by m.account_id, m.part limit 1
      ) as following
    )
    select pair.account_id, pair.part from pair
    where exists (
      select from outcome_missed m
      where m.account_id = pair.account_id and m.part = pair.part and m.next_at <= now()
    )
    limit p_limit;
end
$$;

-- Which of these accounts have `p_size` messages or more behind their last segment; primary keys.
create function accounts_to_segment(p_accounts bigint[], p_size integer) returns setof bigint
language plpgsql as $$
begin
  return query
    select a.account_id from unnest(p_accounts) as a (account_id)
    cross join lateral (
      select from message m
      where m.account_id = a.account_id and m.id > coalesce(
        (select s.last_id from message_segment s where s.account_id = a.account_id order by s.last_id desc limit 1),
        '00000000-0000-0000-0000-000000000000'
      )
      order by m.id offset p_size - 1 limit 1
    ) due;
end
$$;

-- Whether the webhook of an account is enabled; primary key.
create function webhook_state(p_account bigint) returns text
language sql stable as $$
  select w.state from webhook w where w.account_id = p_account
$$;

-- Holds the replay that is due first, before so many seconds from now, until the transaction ends; index webhook_replay_due.
create function hold_webhook_replay(p_ahead_seconds float8) returns setof webhook_replay
language plpgsql as $$
begin
  return query
    select r.* from webhook_replay r where r.next_at < now() + make_interval(secs => p_ahead_seconds)
    order by r.next_at limit 1 for update skip locked;
end
$$;

-- Has replays to webhooks that are disabled looked at later, the later the longer they have been; index webhook_replay_due.
create function postpone_disabled_replays(
  p_before_seconds float8, p_least_seconds float8, p_most_seconds float8, p_limit integer
) returns void
language plpgsql as $$
begin
  with waiting as materialized (
    select r.account_id, r.id, now() - coalesce(w.disabled_at, w.updated_at) as since
    from webhook_replay r join webhook w on w.account_id = r.account_id
    where r.next_at < now() + make_interval(secs => p_before_seconds) and r.url is null and w.state = 'disabled'
    order by r.next_at limit p_limit
    for update of r skip locked
  )
  update webhook_replay r
  set next_at = now() + make_interval(
    secs => least(p_most_seconds, greatest(p_least_seconds, date_part('epoch', waiting.since) / 10)))
  from waiting where r.account_id = waiting.account_id and r.id = waiting.id;
end
$$;

-- Takes up to `p_limit` alerts of senders that their owners were not told of within a day, and notes that they are told.
create function take_sender_alerts(p_limit integer)
returns table (account_id bigint, email text, subject text, count bigint, first_at timestamptz, reason text)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select d.account_id, d.kind, d.subject from delivery_alert d
      where d.kind = 'sender' and d.last_at > now() - interval '1 day'
        and (d.noticed_at is null or d.noticed_at < now() - interval '1 day')
        and not exists (select from account_deletion gone where gone.account_id = d.account_id)
      order by d.account_id, d.kind, d.subject limit p_limit for update
    )
    update delivery_alert a set noticed_at = now()
    from due join account c on c.account_id = due.account_id
    where a.account_id = due.account_id and a.kind = due.kind and a.subject = due.subject
    returning a.account_id, c.email, a.subject, a.count::bigint, a.first_at, a.reason;
end
$$;

-- Removes templates that no mailing has had for a day; there are few, all are read. Index mailing_template.
create function delete_unused_templates(p_limit integer) returns void
language plpgsql as $$
begin
  delete from mail_template t
  using (
    select k.account_id, k.hash from mail_template k
    where k.used_at < now() - interval '1 day' and not exists (
      select from mailing m where m.account_id = k.account_id and m.template_hash = k.hash
    )
    limit p_limit for update skip locked
  ) as unused
  where t.account_id = unused.account_id and t.hash = unused.hash;
end
$$;

-- Removes the oldest import that ended and was made `p_days` ago or more, with its rejects and its file, and says which.
create function delete_old_import(p_days integer) returns setof uuid
language plpgsql as $$
begin
  return query
    with gone as (
      delete from import i where (i.account_id, i.id) = (
        select o.account_id, o.id from import o
        where o.created_at < now() - make_interval(days => p_days) and o.state in ('done', 'failed', 'cancelled', 'undone')
        order by o.created_at limit 1 for update skip locked)
      returning i.account_id, i.id
    ), rejects as (
      delete from import_reject r using gone where r.account_id = gone.account_id and r.import_id = gone.id
    ), pieces as (
      delete from import_piece p using gone where p.account_id = gone.account_id and p.import_id = gone.id
    )
    select gone.id from gone;
end
$$;

-- Cancels imports that are ready and were not started for so many seconds, removes their files, and says which.
create function abandon_ready_imports(p_seconds float8, p_limit integer) returns table (account_id bigint, id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with gone as (
      update import i set state = 'cancelled', finished_at = now(), fault = 'It was not started within a day.'
      where (i.account_id, i.id) in (
        select o.account_id, o.id from import o
        where o.state = 'ready' and o.created_at < now() - make_interval(secs => p_seconds) order by o.created_at limit p_limit
        for update skip locked)
      returning i.account_id, i.id
    ), pieces as (
      delete from import_piece p using gone where p.account_id = gone.account_id and p.import_id = gone.id
    )
    select gone.account_id, gone.id from gone;
end
$$;
