-- The rest of what works over the rows of all accounts at once, or over tables that lie apart where a database is of several servers:
-- its other forms are in sql/citus.

-- Makes up to `p_limit` recipients due that an attempt put off for longer than `p_seconds`, of those that an operator's filter means,
-- whose nulls mean everything: none of a mailing or an account that is paused, and none whose site is stopped. Index
-- delivery_waiting, all that is put off.
create function make_late_due_of(
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
        select from mailing_lot l join mailing m on m.account_id = l.account_id and m.id = l.mailing_id
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

create function make_late_due(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer
) returns integer
language plpgsql as $$
begin
  return make_late_due_of(p_account, p_domain, p_site, p_tag, p_seconds, p_limit);
end
$$;

-- Leases up to `p_limit` recipients that an operator's filter means and nobody has in hand, as a claim does: what is leased, or due
-- within `p_seconds`, may be on the wire.
create function lease_matched_of(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint, epoch integer,
  was_sent boolean, was_delayed boolean
)
language plpgsql set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
    with matched as materialized (
      select d.account_id, d.message_id, d.recipient_no from delivery d
      where (p_account is null or d.account_id = p_account) and d.next_at is not null
        and (d.is_ready or d.next_at <= now() or d.next_at > now() + make_interval(secs => p_seconds))
        and (p_domain is null or lower(substring(d.recipient from '[^@]*$')) = p_domain)
        and (p_site is null or exists (
          select from attempt a
          where a.account_id = d.account_id and a.message_id = d.message_id and a.recipient_no = d.recipient_no
            and a.attempt_no = d.attempts + d.passed_over and right(lower(a.host), length(p_site)) = p_site
        ))
        and (p_tag is null or exists (
          select from message m where m.account_id = d.account_id and m.id = d.message_id and m.tag = p_tag
        ))
      limit p_limit for update of d skip locked
    )
    update delivery d set next_at = now() + make_interval(secs => p_lease_seconds), is_ready = false, epoch = d.epoch + 1
    from matched
    where (p_account is null or d.account_id = p_account)
      and d.account_id = matched.account_id and d.message_id = matched.message_id and d.recipient_no = matched.recipient_no
    returning d.account_id, d.message_id, d.recipient_no, d.recipient, d.class, d.attempts, d.epoch,
      d.status = 6, d.delayed_at is not null;
end
$$;

create function lease_matched(
  p_account bigint, p_domain text, p_site text, p_tag text, p_seconds float8, p_limit integer, p_lease_seconds float8
) returns table (
  account_id bigint, message_id uuid, recipient_no integer, recipient text, class smallint, attempts smallint, epoch integer,
  was_sent boolean, was_delayed boolean
)
language plpgsql as $$
begin
  return query select * from lease_matched_of(p_account, p_domain, p_site, p_tag, p_seconds, p_limit, p_lease_seconds);
end
$$;

-- Has up to `p_limit` recipients whose sites were stopped looked at again, spread over as many seconds behind `p_seconds`, of one
-- account or of all. Index delivery_waiting.
create function make_stopped_due_of(p_account bigint, p_seconds float8, p_limit integer) returns integer
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

create function make_stopped_due(p_seconds float8, p_limit integer) returns integer
language plpgsql as $$
begin
  return make_stopped_due_of(null, p_seconds, p_limit);
end
$$;

-- Sums of the outcomes of tags within the windows of alerts, for a page of the alerts of all accounts behind one; primary keys.
create function observe_tag_alerts(p_after_account bigint, p_after_id bigint, p_limit integer, p_now timestamptz)
returns table (
  account_id bigint, id bigint, delivered bigint, bounced bigint, complained bigint, failed bigint, last_at timestamptz
)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select a.account_id, a.id, w.*, l.last_at
    from (
      select t.account_id, t.id, t.tag, t.window_minutes from tag_alert t
      where (t.account_id, t.id) > (p_after_account, p_after_id) order by t.account_id, t.id limit p_limit
    ) a
    cross join lateral (
      select coalesce(sum(h.delivered), 0)::bigint, coalesce(sum(h.bounced), 0)::bigint,
        coalesce(sum(h.complained), 0)::bigint, coalesce(sum(h.failed), 0)::bigint
      from transactional_tag_hour h
      where h.account_id = a.account_id and h.tag = a.tag
        and h.hour > p_now - make_interval(mins => a.window_minutes) - interval '1 hour'
    ) w
    left join lateral (
      select h.last_at from transactional_tag_hour h
      where h.account_id = a.account_id and h.tag = a.tag and h.last_at is not null
      order by h.hour desc limit 1
    ) l on true;
end
$$;

-- What became of the transactional mail of accounts within so many days; at most 24 rows a day and account, by primary key.
create function tag_health_of(p_account bigint, p_days integer)
returns table (sent bigint, delivered bigint, bounced bigint, complained bigint)
language plpgsql stable as $$
begin
  return query
    select coalesce(sum(h.sent), 0)::bigint, coalesce(sum(h.delivered), 0)::bigint, coalesce(sum(h.bounced), 0)::bigint,
      coalesce(sum(h.complained), 0)::bigint
    from transactional_tag_hour h
    where h.account_id = p_account and h.tag = '' and h.hour >= now() - make_interval(days => p_days);
end
$$;

-- Ready recipients of each class that processes have, up to `p_most`, and since when the first of them are; index delivery_ready.
create function ready_by_class(p_classes smallint[], p_workers smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.class, count(r.next_at)::integer, min(r.next_at)
    from unnest(p_classes) as c (class) left join lateral (
      select among.next_at from unnest(p_workers) as w (worker), lateral (
        select d.next_at from delivery d
        where d.is_ready and d.next_at is not null and d.worker = w.worker and d.class = c.class
        order by d.account_id, d.next_at limit p_most
      ) among limit p_most
    ) r on true
    group by c.class order by c.class;
end
$$;

-- Recipients of up to `p_most` chunks of each class, and since when the first of them are due; index mailing_chunk_due.
create function chunks_by_class(p_classes smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.class, coalesce(sum(r.size), 0)::integer, min(r.next_at) filter (where r.next_at <= now())
    from unnest(p_classes) as c (class) left join lateral (
      select k.last_no - k.first_no + 1 as size, k.next_at from mailing_chunk k
      where k.class = c.class and k.next_at < 'infinity'
      order by k.account_id, k.mailing_id, k.next_at limit p_most
    ) r on true
    group by c.class order by c.class;
end
$$;

-- Parts a contact from the mails of campaigns that were sent to it up to `p_before`: what is counted stays, under a number that is
-- nobody's. Up to `p_limit` of them, and gives their campaigns. Primary keys.
create function erase_deliverables(p_account bigint, p_contact bigint, p_before timestamptz, p_limit integer) returns setof bigint
language plpgsql as $$
declare
  v_campaign bigint;
  v_new bigint;
begin
  delete from campaign_early_visit e where e.account_id = p_account and e.contact_id = p_contact and e.first_at <= p_before;
  for v_campaign in
    select d.campaign_id from deliverable d
    where d.account_id = p_account and d.contact_id = p_contact and d.sent_at <= p_before
    order by d.campaign_id limit p_limit for update
  loop
    v_new := nextval('deliverable_id_seq');
    update campaign_visit v set contact_id = -v_new
    where v.account_id = p_account and v.campaign_id = v_campaign and v.contact_id = p_contact;
    update deliverable d set contact_id = -v_new, id = v_new
    where d.account_id = p_account and d.campaign_id = v_campaign and d.contact_id = p_contact;
    return next v_campaign;
  end loop;
end
$$;

-- Gives the trigger of an automation another number and another meaning; primary key.
create function replace_automation_trigger(p_account bigint, p_automation bigint, p_type text, p_list bigint, p_campaign bigint)
returns void
language plpgsql as $$
declare
  v_id constant bigint := nextval(pg_get_serial_sequence('automation_trigger', 'id'));
begin
  update automation_trigger t set id = v_id, type = p_type, list_id = p_list, campaign_id = p_campaign, is_live = false,
    created_at = now(), updated_at = now()
  where t.account_id = p_account and t.automation_id = p_automation;
end
$$;

-- Removes a person with what is theirs alone: their tokens, invitations to their address and their challenges.
create function delete_person(p_person bigint, p_email text) returns setof bigint
language plpgsql as $$
begin
  delete from api_key k where k.person_id = p_person;
  delete from invitation i where lower(i.email) = lower(p_email);
  delete from person_challenge c where c.value = p_person::text;
  return query delete from person p where p.id = p_person returning p.id;
end
$$;

-- Removes the row of an account that is closed, and that its deletion was asked for.
create function delete_closed_account(p_account bigint) returns setof bigint
language plpgsql as $$
begin
  delete from account_deletion d where d.account_id = p_account;
  return query delete from account a where a.account_id = p_account and a.closed_at is not null returning a.account_id;
end
$$;

-- Leases what is due of the webhooks that vendors' clients set up, of each as many as it has room for: those of `p_busy` what they
-- are given, others `p_turn`. Goes from one with something queued to the next, in the index vendor_hook_delivery_turn, so that a
-- long queue costs the others nothing. `p_is_troubled`: of those whose last attempt failed, which rest for a while; else of the others.
create function claim_vendor_hook_deliveries(
  p_limit integer, p_turn integer, p_busy bigint[], p_room integer[], p_lease_seconds float8, p_is_troubled boolean
) returns setof vendor_hook_delivery
language plpgsql as $$
begin
  return query
    with recursive queues as (
      (select d.account_id, d.hook_id from vendor_hook_delivery d order by d.account_id, d.hook_id limit 1)
      union all
      select next.account_id, next.hook_id from queues q cross join lateral (
        select d.account_id, d.hook_id from vendor_hook_delivery d
        where (d.account_id, d.hook_id) > (q.account_id, q.hook_id) order by d.account_id, d.hook_id limit 1
      ) next
    ), turns as materialized (
      select q.account_id, q.hook_id, coalesce(p_room[array_position(p_busy, q.hook_id)], p_turn) as room
      from queues q join vendor_hook h on h.account_id = q.account_id and h.id = q.hook_id
      where (h.failures > 0) = p_is_troubled and coalesce(h.rests_until <= now(), true)
      -- Whoever comes first in the order of accounts must not always come first.
      order by random()
    ), due as materialized (
      select d.account_id, d.hook_id, d.event_id from turns t cross join lateral (
        select d.account_id, d.hook_id, d.event_id from vendor_hook_delivery d
        where d.account_id = t.account_id and d.hook_id = t.hook_id and d.due_at <= now()
        order by d.due_at, d.event_id limit t.room for update skip locked
      ) d limit p_limit
    )
    update vendor_hook_delivery d set due_at = now() + make_interval(secs => p_lease_seconds) from due
    where d.account_id = due.account_id and d.hook_id = due.hook_id and d.event_id = due.event_id
    returning d.*;
end
$$;

-- Begins to receive a file unless the account has `p_most` that have not ended; then nothing is given.
create function begin_import(
  p_account bigint, p_kind text, p_file_name text, p_note text, p_person_name text, p_most integer
) returns setof uuid
language plpgsql as $$
declare
  v_id constant uuid := uuid_now();
begin
  if (
    select count(*) from import i where i.account_id = p_account and i.state in ('receiving', 'ready', 'waiting', 'running')
  ) < p_most then
    insert into import (account_id, id, kind, file_name, note, person_name)
    values (p_account, v_id, p_kind, p_file_name, p_note, p_person_name);
    return next v_id;
  end if;
end
$$;

-- Lets a contact into automations by the lists that it is in; index list_member_by_contact.
create function enter_automations_by_lists(p_account bigint, p_contact bigint) returns void
language plpgsql as $$
declare
  v_found record;
begin
  select array_agg(t.id) as triggers, array_agg(m.contact_id) as contacts into v_found
  from list_member m
  join automation_trigger t on t.account_id = p_account and t.list_id = m.list_id and t.type = 'apply_list' and t.is_live
  where m.account_id = p_account and m.contact_id = p_contact;
  if v_found.triggers is not null then
    perform enter_automations(p_account, v_found.triggers, v_found.contacts);
  end if;
end
$$;

-- Lets contacts into automations by what they did with campaigns; index automation_trigger_live_campaign.
create function enter_automations_by_visits(p_account bigint, p_campaigns bigint[], p_contacts bigint[], p_types text[])
returns void
language plpgsql as $$
declare
  v_found record;
begin
  select array_agg(t.id) as triggers, array_agg(g.contact_id) as contacts into v_found
  from unnest(p_campaigns, p_contacts, p_types) as g (campaign_id, contact_id, type)
  join automation_trigger t on t.account_id = p_account and t.campaign_id = g.campaign_id and t.type = g.type and t.is_live;
  if v_found.triggers is not null then
    perform enter_automations(p_account, v_found.triggers, v_found.contacts);
  end if;
end
$$;
