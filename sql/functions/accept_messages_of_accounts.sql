-- Accepts messages of several accounts in one transaction (group commit). Covers only the fast path of accept_messages:
-- no idempotency keys, no suppressions, a sufficient quota, and IDs that can stay (see settle_message_ids). Skips all
-- other accounts, and accounts whose rows are locked. The caller retries the skipped accounts with accept_messages. The
-- first arrays have one element per account. The arrays from p_owners on have one element per message, and p_owners
-- contains the 1-based index of the message's account. The last three arrays have one element per recipient, and
-- p_recipient_messages contains the 1-based index of the recipient's message. Returns the UTC day and, for each account
-- in order, the usage of the month and of the day after the call, or two nulls if the account was skipped.
create or replace function accept_messages_of_accounts(
  p_accounts bigint[], p_totals bigint[], p_least uuid[], p_greatest uuid[], p_latest timestamptz[],
  p_owners integer[], p_ids uuid[], p_senders text[], p_subjects text[], p_tags text[], p_headers text[],
  p_content_starts integer[], p_content_sizes integer[], p_contents bytea,
  p_recipient_messages integer[], p_recipient_nos smallint[], p_recipients text[]
) returns text[]
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  held bigint[];
  counters text[];
begin
  select array_agg(h.account_id) into held from (
    select u.account_id
    from unnest(p_accounts, p_totals, p_least, p_latest) as w (account_id, total, least, latest)
    join account_usage u on u.account_id = w.account_id and u.month = this_month
    join message_order o on o.account_id = w.account_id
    join account a on a.account_id = w.account_id
    join plan p on p.name = a.plan
    where o.last_id < w.least
      and w.latest between clock_timestamp() - interval '1 minute' and clock_timestamp() + interval '1 second'
      and (p.monthly_quota is null or u.used + w.total <=
        monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand))
      and (p.daily_quota is null or case when u.day >= today then u.day_used else 0 end + w.total <= p.daily_quota)
      and not exists (select from suppression s where s.account_id = w.account_id)
    for update of u, o skip locked
  ) h;
  if held is null then
    return array[today::text] || array_fill(null::text, array[2 * cardinality(p_accounts)]);
  end if;

  with counted as (
    update account_usage u
    set used = u.used + w.total, day = greatest(u.day, today),
      day_used = case when u.day >= today then u.day_used else 0 end + w.total
    from unnest(p_accounts, p_totals) as w (account_id, total)
    where w.account_id = any(held) and u.account_id = w.account_id and u.month = this_month
    returning u.account_id, u.used, u.day_used
  )
  select array_agg(t.counter order by w.position, t.nth) into counters
  from unnest(p_accounts) with ordinality as w (account_id, position)
  left join counted c on c.account_id = w.account_id
  cross join lateral (values (1, c.used::text), (2, c.day_used::text)) as t (nth, counter);

  update message_order o set last_id = w.greatest
  from unnest(p_accounts, p_greatest) as w (account_id, greatest)
  where w.account_id = any(held) and o.account_id = w.account_id;

  insert into message (account_id, id, sender, subject, tag, head, content)
  select p_accounts[m.owner], m.id, m.sender, m.subject, m.tag, m.head::json, substring(p_contents from m.start for m.size)
  from unnest(p_owners, p_ids, p_senders, p_subjects, p_tags, p_headers, p_content_starts, p_content_sizes)
    as m (owner, id, sender, subject, tag, head, start, size)
  where p_accounts[m.owner] = any(held);

  insert into delivery (account_id, message_id, recipient_no, recipient, next_at)
  select p_accounts[p_owners[r.message]], p_ids[r.message], r.recipient_no, r.recipient, now()
  from unnest(p_recipient_messages, p_recipient_nos, p_recipients) as r (message, recipient_no, recipient)
  where p_accounts[p_owners[r.message]] = any(held);

  return array[today::text] || counters;
end
$$;
