-- What holds campaigns back: the state of an account's gates, of each campaign that was let through, and approvals.

-- Mails of campaigns that accounts of a plan may send a calendar month, within 24 hours and within an hour; null: no limit.
-- They count apart from transactional mail.
alter table plan
  add column campaign_monthly_quota bigint check (campaign_monthly_quota >= 0),
  add column campaign_daily_quota bigint check (campaign_daily_quota >= 0),
  add column campaign_hourly_quota bigint check (campaign_hourly_quota >= 0);

-- Whether large campaigns go to a few contacts first.
alter table campaign_settings add column uses_canary boolean not null default true;

-- An account's gates; no row: as the installation says. Locked by who lets a campaign through.
create table campaign_gate (
  account_id bigint not null primary key,
  -- Numbers that the operator set for this account alone, by name.
  overrides jsonb not null default '{}',
  -- Since when its campaigns go to engaged contacts only, and why; and how many with good figures were sent since.
  optimized_at timestamptz,
  optimized_reason text,
  good_campaigns integer not null default 0
);

-- A campaign that was let through: what it was charged, and what its figures came to.
create table campaign_gating (
  account_id bigint not null,
  campaign_id bigint not null,
  -- Domain of its sender.
  domain text not null,
  charged_at timestamptz not null,
  mails bigint not null,
  -- By the optimized mode of its account.
  engaged_only boolean not null,
  -- Where it goes to a few contacts first: why, to how many, until when they are waited for, and what that came to.
  wave_gate text check (wave_gate in ('warm_up', 'canary')),
  wave_contacts bigint,
  wave_ends_at timestamptz,
  wave_state text check (wave_state in ('running', 'passed', 'failed')),
  -- Where its figures stopped it, until the operator lets it go on; what was counted then is judged no more.
  stopped_at timestamptz,
  stopped_by text check (stopped_by in ('warm_up', 'canary', 'automatic_pause')),
  stop_reason text,
  judged_sent bigint not null default 0,
  judged_bounced bigint not null default 0,
  judged_complained bigint not null default 0,
  -- When its figures are looked at for the optimized mode; null afterwards.
  review_at timestamptz,
  primary key (account_id, campaign_id)
);
create index campaign_gating_charged on campaign_gating (account_id, charged_at) include (mails);
create index campaign_gating_domain on campaign_gating (account_id, domain);
create index campaign_gating_warming on campaign_gating (account_id) where wave_gate = 'warm_up' and wave_state = 'running';
create index campaign_gating_review on campaign_gating (review_at) where review_at is not null;

-- The content of a campaign that a person or the checks decided on, or that waits for a person; of each campaign the latest.
create table campaign_approval (
  account_id bigint not null,
  campaign_id bigint not null,
  -- SHA-256 of all that is sent of it.
  hash text not null,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'passed')),
  -- What the checks found.
  findings jsonb not null default '[]',
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  primary key (account_id, campaign_id)
);
create index campaign_approval_waiting on campaign_approval (asked_at, account_id, campaign_id) where state = 'waiting';
