-- Returns the marks of a rate window after p_more requests at p_at. A mark is the time of up to p_step requests (see
-- key_window). Marks that already have p_step requests keep their time, and all others get p_at. p_used is the number
-- of requests before p_more.
create or replace function marks_with(p_marks integer[], p_used integer, p_step integer, p_more integer, p_at bigint)
returns integer[]
language sql immutable as $$
  select p_marks[1 : p_used / p_step]
    || array_fill((p_at & 1073741823)::integer, array[(p_used + p_more + p_step - 1) / p_step - p_used / p_step])
$$;
