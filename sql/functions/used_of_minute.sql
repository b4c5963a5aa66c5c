-- Returns the number of a key's requests that count toward its rate limit per minute.
create or replace function used_of_minute(w key_window) returns integer
language sql stable as $$
  select case
    when clock.at not between w.last_at - 60000000 and w.last_at + 60000000 then 0
    else greatest(
      0, w.minute_used - w.minute_step * expired_marks(w.minute_marks, greatest(clock.at, w.last_at), 60000000)
    )
  end
  from (select (extract(epoch from now()) * 1000000)::bigint as at) clock
$$;
