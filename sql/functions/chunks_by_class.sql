-- Returns, for each class, the number of recipients in up to p_most chunks that are waiting or leased, and the time at
-- which the first of these chunks became due (null if none is due). Uses the index mailing_chunk_due.
create or replace function chunks_by_class(p_classes smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.class, coalesce(sum(r.size), 0)::integer, min(r.next_at) filter (where r.next_at <= now())
    from unnest(p_classes) as c (class) left join lateral (
      select k.last_no - k.first_no + 1 as size, k.next_at from mailing_chunk k
      where k.class = c.class and k.next_at < 'infinity'
      order by k.account_id, k.mailing_id, k.next_at limit p_most
    ) r on true
    group by c.class order by c.class;
end
$$;
