-- Creates an import in the state 'receiving' and returns its ID. Returns no row if the account already has p_most
-- imports that are being received, ready, waiting, or running.
create or replace function begin_import(
  p_account bigint, p_kind text, p_file_name text, p_note text, p_person_name text, p_most integer
) returns setof uuid
language plpgsql as $$
declare
  v_id constant uuid := uuid_now();
begin
  if (
    select count(*) from import i where i.account_id = p_account and i.state in ('receiving', 'ready', 'waiting', 'running')
  ) < p_most then
    insert into import (account_id, id, kind, file_name, note, person_name)
    values (p_account, v_id, p_kind, p_file_name, p_note, p_person_name);
    return next v_id;
  end if;
end
$$;
