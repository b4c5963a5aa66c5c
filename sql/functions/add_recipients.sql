-- Adds recipients to a mailing. If the mailing is frozen and being prepared, stores the recipients. If it is open,
-- queues them and notifies p_channel on commit, or holds them (due time infinity) while the mailing is paused. Returns
-- false if the mailing does not accept recipients, or if a frozen mailing would exceed p_most. The arrays are parallel.
-- p_refs are the owner's references to the recipients, such as contact IDs. A recipient batch of an open mailing takes
-- at most p_most_of_batch recipients.
create or replace function add_recipients(
  p_account bigint, p_mailing uuid, p_recipients text[], p_data text[], p_refs bigint[], p_most integer,
  p_most_of_batch integer, p_channel text
) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_count constant integer := cardinality(p_recipients);
  v_mailing record;
  v_to record;
begin
  select m.kind, m.class, m.state into v_mailing from mailing m
  where m.account_id = p_account and m.id = p_mailing and m.kind = 'open' and m.closed_at is null
    and m.state in ('sending', 'paused')
  for key share;
  if not found then
    update mailing m set recipients = m.recipients + v_count
    where m.account_id = p_account and m.id = p_mailing and m.kind = 'frozen' and m.state = 'preparing'
      and m.recipients + v_count <= p_most
    returning m.kind, m.class, m.state into v_mailing;
    if not found then
      return false;
    end if;
  elsif v_mailing.state = 'paused' then
    -- Block a concurrent resume, because rows that are held after the resume would wait forever.
    select m.kind, m.class, m.state into v_mailing from mailing m
    where m.account_id = p_account and m.id = p_mailing for share;
  end if;
  select * into v_to from batch_of_today(p_account, p_mailing, v_count,
    case v_mailing.kind when 'open' then p_most_of_batch else p_most end);
  update recipient_batch set recipients = recipients + v_count where account_id = p_account and id = v_to.batch;
  if v_mailing.kind = 'open' then
    -- With status 1 (suppressed), the delivery engine reports the recipient as suppressed and sends nothing.
    insert into delivery (account_id, message_id, recipient_no, recipient, class, status, is_ready, next_at)
    select p_account, v_to.batch, v_to.behind + r.position, r.recipient, v_mailing.class,
      case when exists (
        select from suppression s where s.account_id = p_account and s.address = lower(r.recipient) offset 0
      ) then 1 else 5 end,
      v_mailing.state <> 'paused', case when v_mailing.state = 'paused' then 'infinity'::timestamptz else now() end
    from unnest(p_recipients) with ordinality as r (recipient, position);
    perform pg_notify(p_channel, '');
  end if;
  insert into mailing_recipient (account_id, batch_id, recipient_no, recipient, data, ref, queued_at)
  select p_account, v_to.batch, v_to.behind + r.position, r.recipient, r.data::json, r.ref,
    case v_mailing.kind when 'open' then now() end
  from unnest(p_recipients, p_data, p_refs) with ordinality as r (recipient, data, ref, position);
  return true;
end
$$;
