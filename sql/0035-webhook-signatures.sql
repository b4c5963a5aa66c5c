-- Whether both secrets sign natively while one follows the other. By default one does, so that the header keeps its form.
alter table webhook add column has_both_signatures boolean not null default false;
