-- Fields of the account that a form asks for.

alter table form
  -- Of contact_field, in their order. Those that were deleted since stay, and are not shown.
  add column field_ids bigint[] not null default '{}';
