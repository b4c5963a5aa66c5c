-- Drops the partitions of a UTC day of the message and mailing tables, and returns true. If a recipient of that day is
-- waiting in the queue, or a recipient batch of that day exists, drops nothing and returns false.
create or replace function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  least uuid := uuid_at(p_day);
  waits boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  if to_regclass('delivery_' || suffix) is not null then
    -- The ORDER BY clauses make both queries use their indexes. Outdated statistics may not show that hardly any rows are
    -- waiting.
    execute format(
      'select exists (select from %1$I where is_ready and next_at is not null
         order by worker, class, account_id, next_at limit 1)
       or exists (select from %1$I where not is_ready and next_at is not null order by next_at limit 1)',
      'delivery_' || suffix) into waits;
  end if;
  -- The first partition of these tables may begin at MINVALUE, in which case it contains all earlier days.
  if exists (
    select from pg_class c
    where c.oid in (to_regclass('mailing_recipient_' || suffix), to_regclass('mailing_outcome_' || suffix))
      and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
  ) then
    least := '00000000-0000-0000-0000-000000000000';
  end if;
  if waits or exists (
    select from recipient_batch l where l.id >= least and l.id < uuid_at(p_day + 1) order by l.id limit 1
  ) then
    return false;
  end if;
  -- Use the same lock order as accept_messages.
  execute format('drop table if exists %I, %I, %I, %I, %I, %I',
    'message_' || suffix, 'delivery_' || suffix, 'attempt_' || suffix, 'event_' || suffix,
    'mailing_recipient_' || suffix, 'mailing_outcome_' || suffix);
  return true;
end
$$;
