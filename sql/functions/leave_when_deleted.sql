-- Trigger function that ends the automation entries of contacts whose contact_stat row is deleted. The row is deleted
-- together with the contact.
create or replace function leave_when_deleted() returns trigger
language plpgsql as $$
declare
  v_found record;
begin
  for v_found in
    select g.account_id, array_agg(g.contact_id) as contacts from gone g group by g.account_id
  loop
    perform leave_automations(v_found.account_id, v_found.contacts);
  end loop;
  return null;
end
$$;

create or replace trigger contact_stat_leaves after delete on contact_stat
  referencing old table as gone for each statement execute function leave_when_deleted();
