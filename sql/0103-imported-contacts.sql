-- The import that added a contact, and when; null for one that came another way, or was imported by an earlier version.
alter table contact
  add column import_id uuid,
  add column imported_at timestamptz;
