-- Deletes a user, the user's tokens and challenges, and the invitations to the user's address (p_email). Returns the ID, or no
-- row if the user does not exist.
create or replace function delete_person(p_person bigint, p_email text) returns setof bigint
language plpgsql as $$
begin
  delete from api_key k where k.person_id = p_person;
  delete from invitation i where lower(i.email) = lower(p_email);
  delete from person_challenge c where c.value = p_person::text;
  return query delete from person p where p.id = p_person returning p.id;
end
$$;
