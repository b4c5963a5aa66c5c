-- Returns the value of contact_stat.flags: the sum of 1 (unconfirmed), 2 (unsubscribed), 4 (bounced), and 8 (invalid). Returns 0
-- if the contact can receive email.
create or replace function contact_flags(
  confirmed_at timestamptz, unsubscribed_at timestamptz, bounced_at timestamptz, invalid_at timestamptz
) returns smallint language sql immutable parallel safe as $$
  select (case when confirmed_at is null then 1 else 0 end
    + case when unsubscribed_at is null then 0 else 2 end
    + case when bounced_at is null then 0 else 4 end
    + case when invalid_at is null then 0 else 8 end)::smallint
$$;
