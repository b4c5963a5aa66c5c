-- Returns a recipient batch of the current UTC day with room for p_count more recipients, of at most p_most, and the last number
-- assigned in it (behind). Creates a batch if necessary and locks it until the transaction ends. Skips batches that others are
-- adding to, so that no call waits: a day has as many batches as there are concurrent writers.
create or replace function batch_of_today(
  p_account bigint, p_mailing uuid, p_count integer, p_most integer, out batch uuid, out behind integer
)
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  -- Newest first, because the older ones are full. Uses index recipient_batch_of.
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
