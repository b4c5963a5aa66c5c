-- What a domain's row says of the host that links lead to; `jsonb_build_object` counts as one that may change, for types whose
-- text does.
create or replace function tracking_facts(p_host text, p_base_url text, p_was_found boolean) returns jsonb
language sql immutable parallel safe as $$
  select jsonb_build_object('host', p_host, 'base_url', p_base_url, 'was_found', p_was_found)
$$;
