-- Returns the accounts in p_accounts that have at least p_size messages after their last search segment. Uses primary keys.
create or replace function accounts_to_segment(p_accounts bigint[], p_size integer) returns setof bigint
language plpgsql as $$
begin
  return query
    select a.account_id from unnest(p_accounts) as a (account_id)
    cross join lateral (
      select from message m
      where m.account_id = a.account_id and m.id > coalesce(
        (select s.last_id from message_segment s where s.account_id = a.account_id order by s.last_id desc limit 1),
        '00000000-0000-0000-0000-000000000000'
      )
      order by m.id offset p_size - 1 limit 1
    ) due;
end
$$;
