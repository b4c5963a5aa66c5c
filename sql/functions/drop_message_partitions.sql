-- OLD: Drops the partitions of a day and says true; does nothing and says false when mail of that day still waits. Once a row
-- OLD: of `delivery` has no time at which it is due it never has one again, so looking before the locks is enough.
-- OLD: As before, but the day of a mailing that is not at its end stays: those of its recipients that are deferred go there.
-- OLD: And what waits is looked for by the columns that its index begins with since 0009.
-- OLD: As before, with what waits in two indexes.
-- As before, with the tables of mailings: a day stays while a lot of it is there, which goes once nothing of it waits.
create or replace function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  least uuid := uuid_at(p_day);
  waits boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  if to_regclass('delivery_' || suffix) is not null then
    -- The order keeps it to the indexes, also where no statistics say that nearly nothing waits.
    execute format(
      'select exists (select from %1$I where is_ready and next_at is not null
         order by worker, class, account_id, next_at limit 1)
       or exists (select from %1$I where not is_ready and next_at is not null order by next_at limit 1)',
      'delivery_' || suffix) into waits;
  end if;
  -- What mailings kept before they had a partition a day.
  if exists (
    select from pg_class c
    where c.oid in (to_regclass('mailing_recipient_' || suffix), to_regclass('mailing_outcome_' || suffix))
      and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
  ) then
    least := '00000000-0000-0000-0000-000000000000';
  end if;
  if waits or exists (
    select from mailing_lot l where l.id >= least and l.id < uuid_at(p_day + 1) order by l.id limit 1
  ) then
    return false;
  end if;
  -- In the order in which accepting takes them.
  execute format('drop table if exists %I, %I, %I, %I, %I, %I',
    'message_' || suffix, 'delivery_' || suffix, 'attempt_' || suffix, 'event_' || suffix,
    'mailing_recipient_' || suffix, 'mailing_outcome_' || suffix);
  return true;
end
$$;
