-- Returns data about a host that a domain uses in links, as JSON. Declared as immutable although jsonb_build_object is only
-- stable, because the JSON form of text and booleans never changes.
create or replace function tracking_facts(p_host text, p_base_url text, p_was_found boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('host', p_host, 'base_url', p_base_url, 'was_found', p_was_found)
$$;
