-- What works over the rows of all accounts at once is a function, so that a database of several servers can have another form
-- of it.

-- Removes up to `p_limit` answers that nobody can ask for any more, oldest first, and says how many.
create function delete_expired_answers(p_limit integer) returns integer
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

-- What a domain's row says of the host that links lead to; `jsonb_build_object` counts as one that may change, for types whose
-- text does.
create function tracking_facts(p_host text, p_base_url text, p_was_found boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('host', p_host, 'base_url', p_base_url, 'was_found', p_was_found)
$$;
