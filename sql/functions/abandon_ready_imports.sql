-- Cancels up to p_limit imports that were created more than p_seconds ago and are ready but not started, oldest first,
-- and deletes their files. Returns the keys of the canceled imports. Skips locked rows.
create or replace function abandon_ready_imports(p_seconds float8, p_limit integer) returns table (account_id bigint, id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with gone as (
      update import i set state = 'cancelled', finished_at = now(), fault = 'It was not started within a day.'
      where (i.account_id, i.id) in (
        select o.account_id, o.id from import o
        where o.state = 'ready' and o.created_at < now() - make_interval(secs => p_seconds) order by o.created_at limit p_limit
        for update skip locked)
      returning i.account_id, i.id
    ), pieces as (
      delete from import_piece p using gone where p.account_id = gone.account_id and p.import_id = gone.id
    )
    select gone.account_id, gone.id from gone;
end
$$;
