-- The row of the hour in which a pause was lifted, as it was then: what that hour counts from then on counts towards the next
-- automatic pause. Null: lifted by an earlier version, of which nothing of that hour counts.
alter table account add column health_before jsonb;
alter table mail_class_pause add column health_before jsonb;
