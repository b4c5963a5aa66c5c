-- Moves recipients of a batch to one of today's batches, and returns the ID of that batch. The recipients get
-- consecutive numbers in the given order, starting at `behind` + 1.
create or replace function move_recipients(
  p_account bigint, p_mailing uuid, p_from uuid, p_nos integer[], out batch uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_to record;
begin
  select * into v_to from batch_of_today(p_account, p_mailing, cardinality(p_nos), 2147483647);
  batch := v_to.batch;
  behind := v_to.behind;
  insert into mailing_recipient (account_id, batch_id, recipient_no, recipient, data, ref, queued_at)
  select p_account, v_to.batch, v_to.behind + k.position, r.recipient, r.data, r.ref, r.queued_at
  from unnest(p_nos) with ordinality as k (no, position)
  join mailing_recipient r on r.account_id = p_account and r.batch_id = p_from and r.recipient_no = k.no;
  delete from mailing_recipient
  where account_id = p_account and batch_id = p_from and recipient_no = any(p_nos);
  update recipient_batch set recipients = recipients + cardinality(p_nos) where account_id = p_account and id = v_to.batch;
  update recipient_batch set carried = carried + cardinality(p_nos) where account_id = p_account and id = p_from;
end
$$;
