-- Returns the elements of p_times that are later than p_since, in the same order.
create or replace function times_since(p_times timestamptz[], p_since timestamptz) returns timestamptz[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(t.at order by t.no), '{}') from unnest(p_times) with ordinality as t (at, no) where t.at > p_since
$$;
