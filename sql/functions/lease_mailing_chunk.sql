-- Leases one chunk for p_lease_seconds. Classes are processed in order. Within a class, accounts are served in round-robin order,
-- starting after the account of the previous call (element class + 1 of p_cursors). The mailings of an account are also served in
-- round-robin order. The share of an account or mailing therefore does not depend on the backlog of others. p_accounts and
-- p_mailings contain, for some accounts, the mailing whose chunk was leased last.
create or replace function lease_mailing_chunk(
  p_cursors bigint[], p_accounts bigint[], p_mailings uuid[], p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, batch_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint,
  epoch integer
)
language plpgsql
-- Force the use of the index, which returns chunks in order. Otherwise, outdated statistics could lead to a plan that reads all
-- waiting chunks.
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  -- Maximum number of accounts that a call skips because their due chunks were just held or are locked by other processes.
  max_visits constant integer := 256;
  least constant uuid := '00000000-0000-0000-0000-000000000000';
  v_visits integer := 0;
  v_start bigint;
  v_account bigint;
  v_wrapped boolean;
begin
  for v_class in 1 .. 3 loop
    v_start := p_cursors[v_class + 1];
    v_account := v_start;
    v_wrapped := false;
    loop
      select c.account_id into v_account from mailing_chunk c
      where c.class = v_class and c.account_id > v_account and c.next_at <= now() and c.next_at < 'infinity'
      order by c.account_id limit 1;
      if not found then
        exit when v_wrapped;
        v_wrapped := true;
        v_account := -1;
        continue;
      end if;
      exit when v_wrapped and v_account > v_start;
      return query select * from lease_chunk_of_account(v_class::smallint, v_account,
        coalesce(p_mailings[array_position(p_accounts, v_account)], least), p_lease_seconds);
      if found then
        return;
      end if;
      v_visits := v_visits + 1;
      if v_visits >= max_visits then
        return;
      end if;
    end loop;
  end loop;
end
$$;
