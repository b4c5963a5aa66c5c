-- Returns a stored response with the message ID p_came replaced with p_settled.
create or replace function with_id(p_answer text, p_came uuid, p_settled uuid) returns text
language sql immutable parallel safe as $$
  select replace(p_answer, replace(p_came::text, '-', ''), replace(p_settled::text, '-', ''))
$$;
