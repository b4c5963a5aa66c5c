-- Values that an import could not read are listed beside the rows that it refused; their rows are taken without them.
alter table import add column values_left_out bigint not null default 0;
