-- Returns p_timezone, or p_default if p_timezone is null or PostgreSQL does not know it.
create or replace function known_timezone(p_timezone text, p_default text) returns text
language plpgsql stable
as $$
begin
  perform now() at time zone p_timezone;
  return coalesce(p_timezone, p_default);
exception when invalid_parameter_value then
  return p_default;
end
$$;
