-- Returns how a contact was added: 'import', 'form', or 'other', as in automation_trigger.source.
create or replace function contact_source(p_import uuid, p_form bigint) returns text
language sql immutable as $$
  select case when p_import is not null then 'import' when p_form is not null then 'form' else 'other' end
$$;
