-- What works over the rows of all accounts at once is a function, so that a database of several servers can have another form
-- of it.

-- Removes up to `p_limit` answers that nobody can ask for any more, oldest first, and says how many.
create function delete_expired_answers(p_limit integer) returns integer
language plpgsql as $$
declare
  v_deleted integer;
begin
  with expired as materialized (
    select i.account_id, i.key from idempotency i
    where i.created_at <= now() - interval '24 hours'
    order by i.created_at limit p_limit
    for update skip locked
  )
  delete from idempotency i using expired
  where i.account_id = expired.account_id and i.key = expired.key and i.created_at <= now() - interval '24 hours';
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;

-- What a domain's row says of the host that links lead to; `jsonb_build_object` counts as one that may change, for types whose
-- text does.
create function tracking_facts(p_host text, p_base_url text, p_was_found boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('host', p_host, 'base_url', p_base_url, 'was_found', p_was_found)
$$;

-- Gives up to `p_limit` domains whose check is due to whoever asks, until `p_until`; index domain_check_due.
create function claim_domain_checks(p_now timestamptz, p_limit integer, p_until timestamptz)
returns table (account_id bigint, id bigint)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as materialized (
      select d.account_id, d.id from domain d
      where d.deleted_at is null and d.next_check_at <= p_now
        and not exists (select from account_deletion gone where gone.account_id = d.account_id)
      order by d.next_check_at limit p_limit
      for update skip locked
    )
    update domain d set next_check_at = p_until from due
    where d.account_id = due.account_id and d.id = due.id
    returning d.account_id, d.id;
end
$$;

-- Locks the domains of a name that other accounts have, by their ids; index domain_by_name.
create function lock_domains_of_others(p_account bigint, p_name text)
returns table (account_id bigint, id bigint, status text, missing_since timestamptz, created_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    select d.account_id, d.id, d.status, d.missing_since, d.created_at from domain d
    where d.name = p_name and d.account_id <> p_account and d.deleted_at is null
    order by d.id for update;
end
$$;

-- Takes up to `p_limit` webhooks whose owners have something to be told that they were not told yet: that the receiver is gone,
-- or that `p_least_failures` attempts or more failed for `p_least_seconds`. Notes that they are told. Index webhook_troubled.
create function take_troubled_webhooks(p_least_failures integer, p_least_seconds float8, p_limit integer)
returns table (
  account_id bigint, email text, url text, is_gone boolean, since timestamptz, failures integer, last_failure text
)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with due as (
      select w.account_id from webhook w
      where (w.failing_since is not null or w.disabled_by = 'gone') and (
        w.disabled_by = 'gone' and (w.told_at is null or w.told_at < w.disabled_at)
        or w.state = 'enabled' and w.failures >= p_least_failures
          and w.failing_since <= now() - make_interval(secs => p_least_seconds)
          and (w.told_at is null or w.told_at < w.failing_since)
      ) and not exists (select from account_deletion gone where gone.account_id = w.account_id)
      order by w.account_id limit p_limit
      for update skip locked
    )
    update webhook w set told_at = now()
    from due join account a on a.account_id = due.account_id
    where w.account_id = due.account_id
    returning w.account_id, a.email, w.url, w.state = 'disabled',
      case w.state when 'disabled' then w.disabled_at else w.failing_since end, w.failures, w.last_failure;
end
$$;
