-- What works over the rows of all accounts at once is a function, so that a database of several servers can have another form
-- of it.
-- Removes up to `p_limit` answers that nobody can ask for any more, oldest first, and says how many.
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
