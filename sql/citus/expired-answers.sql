-- Deletes expired responses account by account, each on the server that stores the response. The oldest responses are found
-- across all shards without locks. Has the same contract as sql/functions/delete_expired_answers.sql.
create or replace function delete_expired_answers(p_limit integer) returns integer
language plpgsql as $$
declare
  v_before constant timestamptz := now() - interval '24 hours';
  v_expired record;
  v_deleted integer;
  v_all integer := 0;
begin
  for v_expired in
    select due.account_id, array_agg(due.key) as keys from (
      select i.account_id, i.key from idempotency i where i.created_at <= v_before order by i.created_at limit p_limit
    ) due
    group by due.account_id order by due.account_id
  loop
    -- Keep a key that was used again in the meantime, because its response is new.
    delete from idempotency i
    where i.account_id = v_expired.account_id and i.key = any (v_expired.keys) and i.created_at <= v_before;
    get diagnostics v_deleted = row_count;
    v_all := v_all + v_deleted;
  end loop;
  return v_all;
end
$$;
