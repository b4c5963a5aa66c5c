-- A kept answer with the id of the message that it is about, which was another when it was written.
create or replace function with_id(p_answer text, p_came uuid, p_settled uuid) returns text
language sql immutable parallel safe as $$
  select replace(p_answer, replace(p_came::text, '-', ''), replace(p_settled::text, '-', ''))
$$;
