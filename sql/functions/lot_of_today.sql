-- A lot of today of a mailing that has room for `p_count` more, locked until the transaction ends, and its last number. A
-- lot that somebody else is adding to is passed over, so that nobody waits: there are as many a day as add at once.
create or replace function lot_of_today(
  p_account bigint, p_mailing uuid, p_count integer, p_most integer, out lot uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  -- The newest first: behind it lie those that are full. Index mailing_lot_of.
  select l.id, l.recipients into lot, behind from mailing_lot l
  where l.account_id = p_account and l.mailing_id = p_mailing
    and l.id >= uuid_at((clock_timestamp() at time zone 'utc')::date) and l.recipients <= p_most - p_count
  order by l.id desc limit 1
  for update skip locked;
  if lot is null then
    lot := new_lot_id();
    behind := 0;
    insert into mailing_lot (account_id, id, mailing_id) values (p_account, lot, p_mailing);
  end if;
end
$$;
