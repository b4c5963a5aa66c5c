-- Leases a due chunk of an account for p_lease_seconds. Selects the next mailing after p_behind that is being sent, and
-- wraps around to the first mailing. Returns no row if no chunk can be leased. Holds due chunks of paused mailings that
-- it finds, and ends due chunks of mailings that have ended. The planner settings are explained in lease_mailing_chunk.
create or replace function lease_chunk_of_account(
  p_class smallint, p_account bigint, p_behind uuid, p_lease_seconds float8
) returns table (
  account_id bigint, mailing_id uuid, batch_id uuid, chunk_no integer, first_no integer, last_no integer, class smallint,
  epoch integer
)
language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_incremental_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_mailings constant integer := 256;
  greatest constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  v_mailing uuid := p_behind;
  v_up_to uuid := greatest;
  v_state text;
  v_batch uuid;
  v_chunk integer;
begin
  for v_visit in 1 .. max_mailings loop
    select c.mailing_id into v_mailing from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id > v_mailing and c.mailing_id <= v_up_to
      and c.next_at <= now() and c.next_at < 'infinity'
    order by c.mailing_id, c.next_at limit 1;
    if not found then
      exit when v_up_to < greatest;
      -- Wrap around to the first mailing, and search up to the mailing at which the search started.
      v_up_to := p_behind;
      v_mailing := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing;
    if v_state is distinct from 'sending' then
      -- Block a concurrent resume, because chunks that are held after the resume would wait forever.
      select m.state into v_state from mailing m where m.account_id = p_account and m.id = v_mailing for share;
      -- Hold the due chunks of a paused mailing, and end those of a mailing that has ended or no longer exists.
      update mailing_chunk c set next_at = case v_state when 'paused' then 'infinity'::timestamptz end
      where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
        and c.next_at < 'infinity' and v_state is distinct from 'sending';
      continue;
    end if;
    select c.batch_id, c.chunk_no into v_batch, v_chunk from mailing_chunk c
    where c.class = p_class and c.account_id = p_account and c.mailing_id = v_mailing and c.next_at <= now()
      and c.next_at < 'infinity'
    order by c.next_at limit 1
    for no key update skip locked;
    continue when not found;
    -- Use the full key, because in a join, PostgreSQL may read all chunks of the batch to find this chunk.
    return query
      update mailing_chunk c
      set next_at = now() + make_interval(secs => p_lease_seconds), epoch = c.epoch + 1
      where c.account_id = p_account and c.batch_id = v_batch and c.chunk_no = v_chunk
      returning c.account_id, c.mailing_id, c.batch_id, c.chunk_no, c.first_no, c.last_no, c.class, c.epoch;
    return;
  end loop;
end
$$;
