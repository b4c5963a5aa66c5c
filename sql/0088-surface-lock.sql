-- Whether the operator said so last: what the operator switched off, an account's admins do not switch on.
alter table vendor_surface add column by_operator boolean not null default false;
