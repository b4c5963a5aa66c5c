-- Lists, tags and fields that were deleted, of which members or values are left: those go in pieces.
create table audience_removal (
  account_id bigint not null,
  kind text not null check (kind in ('list', 'tag', 'field')),
  removed_id bigint not null,
  -- Of a field: the last contact whose value has gone.
  after_contact_id bigint not null default 0,
  -- The one that has waited longest is next, so that one which fails holds up no other.
  tried_at timestamptz not null default now(),
  primary key (account_id, kind, removed_id)
);
