-- Grants requests for several keys. For each key, grants up to p_wanted requests, limited by the key's rates per second and per
-- minute. A null rate means no limit. Keys must be in ascending order, so that concurrent calls never deadlock. Returns for each
-- key the number of granted requests, the number of requests that now count in each window, and the microseconds until the oldest
-- of them (oldest) and all of them (newest) expire.
create or replace function take_requests(p_keys bigint[], p_per_second integer[], p_per_minute integer[], p_wanted integer[])
returns table (
  key_id bigint, granted integer, second_used integer, second_oldest integer, second_newest integer,
  minute_used integer, minute_oldest integer, minute_newest integer
)
language plpgsql as $$
#variable_conflict use_column
declare
  second constant integer := 1000000;
  minute constant integer := 60000000;
  w key_window;
  at bigint;
  expired integer;
  step integer;
begin
  for i in 1 .. cardinality(p_keys) loop
    select * into w from key_window k where k.key_id = p_keys[i] for update;
    if not found then
      insert into key_window (key_id) values (p_keys[i]) on conflict do nothing;
      select * into w from key_window k where k.key_id = p_keys[i] for update;
    end if;
    at := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
    if at not between w.last_at - minute and w.last_at + minute then
      -- Either all recorded requests are out of the windows, or the clock was set back too far to compare their times.
      w.second_marks := '{}';
      w.minute_marks := '{}';
    end if;
    at := case when cardinality(w.minute_marks) + cardinality(w.second_marks) > 0 then greatest(at, w.last_at) else at end;

    step := (coalesce(p_per_second[i], 0) + 59) / 60;
    expired := expired_marks(w.second_marks, at, second);
    if p_per_second[i] is null or step <> w.second_step or expired = cardinality(w.second_marks) then
      w.second_marks := '{}';
      w.second_used := 0;
      w.second_step := greatest(step, 1);
    elsif expired > 0 then
      w.second_marks := w.second_marks[expired + 1 :];
      w.second_used := w.second_used - expired * step;
    end if;
    step := (coalesce(p_per_minute[i], 0) + 299) / 300;
    expired := expired_marks(w.minute_marks, at, minute);
    if p_per_minute[i] is null or step <> w.minute_step or expired = cardinality(w.minute_marks) then
      w.minute_marks := '{}';
      w.minute_used := 0;
      w.minute_step := greatest(step, 1);
    elsif expired > 0 then
      w.minute_marks := w.minute_marks[expired + 1 :];
      w.minute_used := w.minute_used - expired * step;
    end if;

    granted := greatest(0, least(p_wanted[i], p_per_second[i] - w.second_used, p_per_minute[i] - w.minute_used));
    if granted > 0 then
      if p_per_second[i] is not null then
        w.second_marks := marks_with(w.second_marks, w.second_used, w.second_step, granted, at);
        w.second_used := w.second_used + granted;
      end if;
      if p_per_minute[i] is not null then
        w.minute_marks := marks_with(w.minute_marks, w.minute_used, w.minute_step, granted, at);
        w.minute_used := w.minute_used + granted;
      end if;
      update key_window k
      set second_marks = w.second_marks, second_used = w.second_used, second_step = w.second_step,
        minute_marks = w.minute_marks, minute_used = w.minute_used, minute_step = w.minute_step, last_at = at
      where k.key_id = p_keys[i];
    end if;

    key_id := p_keys[i];
    second_used := w.second_used;
    second_oldest := until_expired(w.second_marks[1], at, second);
    second_newest := until_expired(w.second_marks[cardinality(w.second_marks)], at, second);
    minute_used := w.minute_used;
    minute_oldest := until_expired(w.minute_marks[1], at, minute);
    minute_newest := until_expired(w.minute_marks[cardinality(w.minute_marks)], at, minute);
    return next;
  end loop;
end
$$;
