-- Returns a recipient batch of the current UTC day with room for p_count more recipients, and the last number assigned
-- in the batch (behind). A batch contains at most p_most recipients. Creates a batch if necessary, and locks the batch
-- until the transaction ends. Skips batches to which other transactions are adding recipients, so that no call waits.
create or replace function batch_of_today(
  p_account bigint, p_mailing uuid, p_count integer, p_most integer, out batch uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  -- Read the newest batches first, because older batches are more likely to be full. Uses the index recipient_batch_of.
  select l.id, l.recipients into batch, behind from recipient_batch l
  where l.account_id = p_account and l.mailing_id = p_mailing
    and l.id >= uuid_at((clock_timestamp() at time zone 'utc')::date) and l.recipients <= p_most - p_count
  order by l.id desc limit 1
  for update skip locked;
  if batch is null then
    batch := new_batch_id();
    behind := 0;
    insert into recipient_batch (account_id, id, mailing_id) values (p_account, batch, p_mailing);
  end if;
end
$$;
