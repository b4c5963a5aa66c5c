-- When the list of what comes after the first mail ended: everything on it was done, or somebody put it away.
alter table account add column checklist_ended_at timestamptz;
