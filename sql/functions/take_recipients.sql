-- Removes recipients of a batch from a mailing and from its total. Returns the owner's references to the recipients
-- (mailing_recipient.ref), in the order of their numbers.
create or replace function take_recipients(p_account bigint, p_mailing uuid, p_batch uuid, p_nos integer[]) returns bigint[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_refs bigint[];
begin
  with gone as (
    delete from mailing_recipient r
    where r.account_id = p_account and r.batch_id = p_batch and r.recipient_no = any(p_nos)
    returning r.recipient_no, r.ref
  )
  select coalesce(array_agg(ref order by recipient_no) filter (where ref is not null), '{}') into v_refs from gone;
  update mailing set recipients = recipients - cardinality(p_nos) where account_id = p_account and id = p_mailing;
  return v_refs;
end
$$;
