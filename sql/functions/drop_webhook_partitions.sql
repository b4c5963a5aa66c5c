-- Drops the webhooks' log of a day. What is older than the retention has long been given up: the last attempt comes within
-- a day of the first, within three days when the receiver asks for pauses, and a replay's rows are new ones.
create or replace function drop_webhook_partitions(p_day date) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  execute format('drop table if exists %I, %I',
    'webhook_delivery_' || to_char(p_day, 'YYYYMMDD'), 'webhook_attempt_' || to_char(p_day, 'YYYYMMDD'));
end
$$;
