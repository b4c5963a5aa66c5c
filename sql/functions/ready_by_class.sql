-- Returns, for each class, the number of ready recipients of p_workers, counted up to p_most, and the time at which the
-- first of these recipients became ready. Uses the index delivery_ready.
create or replace function ready_by_class(p_classes smallint[], p_workers smallint[], p_most integer)
returns table (class smallint, recipients integer, oldest_at timestamptz)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.class, count(r.next_at)::integer, min(r.next_at)
    from unnest(p_classes) as c (class) left join lateral (
      select among.next_at from unnest(p_workers) as w (worker), lateral (
        select d.next_at from delivery d
        where d.is_ready and d.next_at is not null and d.worker = w.worker and d.class = c.class
        order by d.account_id, d.next_at limit p_most
      ) among limit p_most
    ) r on true
    group by c.class order by c.class;
end
$$;
