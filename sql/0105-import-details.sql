-- Of a line of an imported file several values may be left out, each with its column and its reason: all of them, where there is
-- more to say than `value` and `reason` do, which are of the first.
alter table import_reject add column details jsonb;
