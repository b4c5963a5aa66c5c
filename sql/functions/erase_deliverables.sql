-- Anonymizes up to p_limit campaign emails that were sent to a contact by p_before, and returns their campaigns.
-- Replaces the contact ID of each email with a unique negative number, so that statistics stay correct. Deletes the
-- bounce reasons of these emails, and the contact's visits that are not counted yet. Uses primary keys.
create or replace function erase_deliverables(p_account bigint, p_contact bigint, p_before timestamptz, p_limit integer) returns setof bigint
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
    delete from campaign_bounce b
    where b.account_id = p_account and b.campaign_id = v_campaign and b.contact_id = p_contact;
    v_new := nextval('deliverable_id_seq');
    update campaign_visit v set contact_id = -v_new
    where v.account_id = p_account and v.campaign_id = v_campaign and v.contact_id = p_contact;
    update deliverable d set contact_id = -v_new, id = v_new
    where d.account_id = p_account and d.campaign_id = v_campaign and d.contact_id = p_contact;
    return next v_campaign;
  end loop;
end
$$;
