-- Of a mail that was taken up again and again without an end: how often work on it had begun when its process died, which is
-- what tells a mail that processes die of from those that only wait beside it. Twice the number of such deaths after which it
-- was put off already, and one more from the moment at which work on it begins.
alter table delivery add column begun smallint not null default 0;
