-- Creates the partitions of all message and webhook tables for the UTC days from p_first to p_last, inclusive. Safe to repeat,
-- and safe to run in several processes at once. Creates each table first and attaches it afterward. Unlike `create table ...
-- partition of`, this takes no lock that blocks accepting or reading. Skips days that a first partition from MINVALUE covers.
create or replace function ensure_message_partitions(p_first date, p_last date) returns void
language plpgsql as $$
declare
  day date;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('postrider message partitions'));
  for day in select generate_series(p_first, p_last, interval '1 day')::date loop
    foreach parent in array array[
      'message', 'delivery', 'attempt', 'event', 'webhook_delivery', 'webhook_attempt', 'mailing_recipient',
      'mailing_outcome'
    ] loop
      part := parent || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(format('%I', part)) is not null or exists (
        select from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and right(c.relname, 8) > to_char(day, 'YYYYMMDD')
          and pg_get_expr(c.relpartbound, c.oid) like 'FOR VALUES FROM (MINVALUE)%'
      );
      execute format('create table %I (like %I including all)%s', part, parent,
        case when parent in ('delivery', 'webhook_delivery') then ' with (fillfactor = 70)' else '' end);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        uuid_at(day), uuid_at(day + 1));
    end loop;
  end loop;
end
$$;
