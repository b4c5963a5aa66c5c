-- Deletes up to p_limit idempotent responses that are at least 24 hours old, oldest first. Returns the number of deleted
-- responses. Skips locked rows. This is a function because a distributed database needs a different variant for work on the rows
-- of all accounts at once (sql/citus).
create or replace function delete_expired_answers(p_limit integer) returns integer
language plpgsql as $$
declare
  v_deleted integer;
begin
  with expired as materialized (
    select i.account_id, i.key from idempotency i
    where i.created_at <= now() - interval '24 hours'
    order by i.created_at limit p_limit
    for update skip locked
  )
  delete from idempotency i using expired
  where i.account_id = expired.account_id and i.key = expired.key and i.created_at <= now() - interval '24 hours';
  get diagnostics v_deleted = row_count;
  return v_deleted;
end
$$;
