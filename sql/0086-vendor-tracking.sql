-- What was tracked in a message that came by another vendor's API: its statistics count such messages.
alter table vendor_message add column opens_tracked boolean not null default false;
alter table vendor_message add column clicks_tracked boolean not null default false;
