-- Moves up to p_limit recipients of a mailing that is still being prepared to one of today's recipient batches. If
-- p_failed is given, the recipients fail with that reason instead, because their stored data cannot be read. Returns
-- the number of recipients that were moved or failed. Returns null if no recipients are left or the mailing is not
-- being prepared.
create or replace function carry_over_prepared(
  p_account bigint, p_batch uuid, p_limit integer, p_failed text
) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_mailing uuid;
  v_nos integer[];
begin
  select l.mailing_id into v_mailing from recipient_batch l where l.account_id = p_account and l.id = p_batch;
  perform from mailing m
  where m.account_id = p_account and m.id = v_mailing and m.state = 'preparing' for no key update;
  if not found then
    return null;
  end if;
  -- Take the recipients with the lowest numbers, because recipients with a number higher than `carried` must still be
  -- in the batch.
  v_nos := array(
    select r.recipient_no from mailing_recipient r where r.account_id = p_account and r.batch_id = p_batch
    order by r.recipient_no limit p_limit
  );
  if cardinality(v_nos) = 0 then
    return null;
  end if;
  if p_failed is null then
    perform move_recipients(p_account, v_mailing, p_batch, v_nos);
  else
    perform fail_carried(p_account, p_batch, v_nos, p_failed);
    delete from mailing_recipient where account_id = p_account and batch_id = p_batch and recipient_no = any(v_nos);
    -- Failed recipients are not assigned to chunks but still count toward the total of the mailing.
    update recipient_batch set carried = carried + cardinality(v_nos) where account_id = p_account and id = p_batch;
  end if;
  return cardinality(v_nos);
end
$$;
