-- Whom batches were accepted for is forgotten by age, the oldest first: a block range that was filled anew keeps its old least
-- value, so that after a while each purge would read the whole table.
create index vendor_repeat_created on vendor_repeat (created_at);
