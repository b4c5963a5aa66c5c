-- Drops the webhook log partitions of a UTC day, including deliveries that are still queued.
create or replace function drop_webhook_partitions(p_day date) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  execute format('drop table if exists %I, %I',
    'webhook_delivery_' || to_char(p_day, 'YYYYMMDD'), 'webhook_attempt_' || to_char(p_day, 'YYYYMMDD'));
end
$$;
