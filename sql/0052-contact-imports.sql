-- Imports that wait until they are told how, in whatever encoding they came, and that can be undone for some days.
alter table import drop constraint import_state_check;
alter table import add constraint import_state_check check (state in
  ('receiving', 'ready', 'waiting', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')) not valid;
alter table import
  -- What its bytes are text in: UTF-8, or Windows-1252. UTF-16 is kept as UTF-8.
  add column encoding text not null default 'UTF-8',
  add column came_as text,
  -- What was said when it was started, for the kind.
  add column settings jsonb,
  -- Until when it can be undone; null when it cannot.
  add column undo_until timestamptz,
  -- Of what it made: taken away again, kept because it was changed since, memberships that are over.
  add column undone bigint not null default 0,
  add column kept bigint not null default 0,
  add column members_undone bigint not null default 0;

-- What a step of an import made, so that it can be undone: ids in chunks.
create table contact_import_step (
  account_id bigint not null,
  import_id uuid not null,
  -- The line of the file to which the step came.
  line bigint not null,
  -- `contact`, members of a `list` or with a `tag`, and groups that were made: `new_list`, `new_tag`.
  what text not null,
  -- The list or tag.
  group_id bigint not null default 0,
  ids bigint[] not null,
  is_undone boolean not null default false,
  -- The time of its transaction: what nobody changed since has it as `updated_at`.
  at timestamptz not null default now(),
  primary key (account_id, import_id, line, what, group_id)
);
