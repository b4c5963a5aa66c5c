-- Values that an import could not read are listed beside the rows that it refused; their rows are taken without them.
alter table import add column values_left_out bigint not null default 0;
alter table import_reject
  -- Of a row that was taken: the column, value and reason of each value that it was taken without. Null for one that was not.
  add column cells jsonb;
