-- The marks after `p_more` requests: those that are full stay, the others are of this moment.
create or replace function marks_with(p_marks integer[], p_used integer, p_step integer, p_more integer, p_at bigint)
returns integer[]
language sql immutable as $$
  select p_marks[1 : p_used / p_step]
    || array_fill((p_at & 1073741823)::integer, array[(p_used + p_more + p_step - 1) / p_step - p_used / p_step])
$$;
