-- Returns the number of microseconds until a mark of a rate limit window expires (the table key_window describes marks), or 0 if
-- there is no mark.
create or replace function until_expired(p_mark integer, p_at bigint, p_span integer) returns integer
language sql immutable as $$
  select coalesce(p_span - ((p_at - p_mark) & 1073741823)::integer, 0)
$$;
