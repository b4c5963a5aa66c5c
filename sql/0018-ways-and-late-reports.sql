-- Attempts over a way that was closed while the mail went on over another: numbered like all others, and not counted by
-- the schedule of retries. A column of its own, so that `attempts` goes on to mean what it did.
alter table delivery add column passed_over smallint not null default 0;

-- way: a way of mails (a relay, the servers of a receiver) that could not be reached, so that mail took another.
alter table delivery_alert
  drop constraint delivery_alert_kind_check,
  add constraint delivery_alert_kind_check check (kind in ('sender', 'blocked', 'paused', 'way'));

-- Why a mailing was cancelled, when it was not its owner who did.
alter table mailing add column reason text;

-- Receivers that take a mail and report days later that the mailbox is full: that they took the next one says nothing.
alter table soft_bounce
  -- Whether the last of them came as a report.
  add column is_reported boolean not null default false,
  -- The first mail since then that was taken; only when no report has followed for days is the mailbox known to be read.
  add column taken_at timestamptz;
