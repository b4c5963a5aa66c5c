-- Moves the automation entries of contact p_from to contact p_to. If p_to is or was in the same automation, the entry
-- of p_to stays, and the emails sent to p_from count as sent to p_to. Returns the number of moved entries, and the
-- number of running entries of p_from that stay. The caller must then delete p_from, which ends them. Locks automations
-- in the order of their IDs (see enter_automations).
create or replace function merge_automation_entries(p_account bigint, p_from bigint, p_to bigint)
returns table (moved bigint, ended bigint)
language plpgsql as $$
begin
  perform from automation a
  where a.account_id = p_account and a.id in (
    select e.automation_id from automation_entry e where e.account_id = p_account and e.contact_id = p_from
  )
  order by a.id for no key update;
  update automation_entry k set done = k.done || array(select unnest(e.done) except select unnest(k.done))
  from automation_entry e
  where e.account_id = p_account and e.contact_id = p_from and e.done <> '{}'
    and k.account_id = p_account and k.automation_id = e.automation_id and k.contact_id = p_to;
  select count(*) into ended from automation_entry e
  where e.account_id = p_account and e.contact_id = p_from and e.item_id is not null and exists (
    select from automation_entry k
    where k.account_id = p_account and k.automation_id = e.automation_id and k.contact_id = p_to
  );
  update automation_entry e set contact_id = p_to
  where e.account_id = p_account and e.contact_id = p_from and not exists (
    select from automation_entry k
    where k.account_id = p_account and k.automation_id = e.automation_id and k.contact_id = p_to
  );
  get diagnostics moved = row_count;
  -- p_to takes over the segment memberships of p_from, so that it does not enter the automations of these segments again.
  insert into automation_segment_member (account_id, trigger_id, contact_id)
  select p_account, s.trigger_id, p_to from automation_segment_member s
  where s.account_id = p_account and s.contact_id = p_from
  on conflict do nothing;
  return next;
end
$$;
