-- Deletes up to p_limit templates that no mailing uses and that were last used more than a day ago. Skips locked rows.
-- Reads all templates, because there are few. Uses the index mailing_template.
create or replace function delete_unused_templates(p_limit integer) returns void
language plpgsql as $$
begin
  delete from mail_template t
  using (
    select k.account_id, k.hash from mail_template k
    where k.used_at < now() - interval '1 day' and not exists (
      select from mailing m where m.account_id = k.account_id and m.template_hash = k.hash
    )
    limit p_limit for update skip locked
  ) as unused
  where t.account_id = unused.account_id and t.hash = unused.hash;
end
$$;
