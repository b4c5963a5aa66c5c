-- Returns the number of marks at the start of p_marks that are at least p_span microseconds old at p_at. The table key_window
-- describes marks.
create or replace function expired_marks(p_marks integer[], p_at bigint, p_span integer) returns integer
language plpgsql immutable as $$
declare
  expired integer := 0;
begin
  while expired < cardinality(p_marks) and ((p_at - p_marks[expired + 1]) & 1073741823) >= p_span loop
    expired := expired + 1;
  end loop;
  return expired;
end
$$;
