-- Deletes the oldest ended import that was created more than p_days days ago, with its rejected rows and its file.
-- Returns the ID of the import, or no row if there is no such import. Skips locked rows.
create or replace function delete_old_import(p_days integer) returns setof uuid
language plpgsql as $$
begin
  return query
    with gone as (
      delete from import i where (i.account_id, i.id) = (
        select o.account_id, o.id from import o
        where o.created_at < now() - make_interval(days => p_days) and o.state in ('done', 'failed', 'cancelled', 'undone')
        order by o.created_at limit 1 for update skip locked)
      returning i.account_id, i.id
    ), rejects as (
      delete from import_reject r using gone where r.account_id = gone.account_id and r.import_id = gone.id
    ), pieces as (
      delete from import_piece p using gone where p.account_id = gone.account_id and p.import_id = gone.id
    )
    select gone.id from gone;
end
$$;
