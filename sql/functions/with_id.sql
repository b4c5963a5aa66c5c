-- Returns a stored answer with the message ID p_settled in place of p_came.
create or replace function with_id(p_answer text, p_came uuid, p_settled uuid) returns text
language sql immutable parallel safe as $$
  select replace(p_answer, replace(p_came::text, '-', ''), replace(p_settled::text, '-', ''))
$$;
