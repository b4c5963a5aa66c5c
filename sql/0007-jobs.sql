-- Background jobs of the installation, made when a process first knows them. A job is nobody's until it is due; whoever
-- moves `due_at` on has claimed the run.
create table job (
  name text primary key,
  due_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Why the last run failed; null after one that did not.
  failed text
);

-- Makes the partitions of the days [first, last]; safe to run from several processes at once and again. A table that is
-- made first and attached then needs no lock that accepting or reading would wait for, as `create ... partition of` does.
create or replace function ensure_message_partitions(p_first date, p_last date) returns void
language plpgsql as $$
declare
  day date;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  for day in select generate_series(p_first, p_last, interval '1 day')::date loop
    foreach parent in array array['message', 'delivery', 'attempt', 'event'] loop
      part := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(format('%I', part)) is not null;
      execute format('create table %I (like %I including all)%s', part, parent,
        case when parent = 'delivery' then ' with (fillfactor = 70)' else '' end);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        uuid_at(day), uuid_at(day + 1));
    end loop;
  end loop;
end
$$;

-- Drops the partitions of a day and says true; does nothing and says false when mail of that day still waits. Once a row
-- of `delivery` has no time at which it is due it never has one again, so looking before the locks is enough.
create function drop_message_partitions(p_day date) returns boolean
language plpgsql as $$
declare
  suffix text := to_char(p_day, 'YYYYMMDD');
  waits boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  if to_regclass('delivery_' || suffix) is not null then
    -- The order keeps it to the index of what waits, also where no statistics say that nearly nothing does.
    execute format('select exists (select from %I where next_at is not null order by next_at limit 1)',
      'delivery_' || suffix) into waits;
  end if;
  if waits then
    return false;
  end if;
  -- In the order in which accepting takes them.
  execute format('drop table if exists %I, %I, %I, %I',
    'message_' || suffix, 'delivery_' || suffix, 'attempt_' || suffix, 'event_' || suffix);
  return true;
end
$$;
