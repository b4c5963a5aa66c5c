-- Signing keys of sender domains: two selectors by turns, so that one key can follow another while mails that the first
-- has signed are still on their way.
create table domain_key (
  account_id bigint not null,
  domain_id bigint not null,
  -- pr1, pr2; pr1e, pr2e for Ed25519.
  selector text not null,
  algorithm text not null check (algorithm in ('rsa', 'ed25519')),
  public_key text not null,
  -- Sealed with the master secret, purpose 'domain:<account_id>:<name>:dkim'.
  private_key bytea not null,
  -- waiting: to be published; active: signs; retired: its record stays for mails on their way.
  state text not null default 'waiting' check (state in ('waiting', 'active', 'retired')),
  created_at timestamptz not null default now(),
  -- When its record was found first; null again when it vanished before the key was active.
  published_at timestamptz,
  -- Of a waiting key whose record was found: when it is to sign; afterwards since when it has.
  active_from timestamptz,
  retired_at timestamptz,
  primary key (account_id, domain_id, selector)
);

-- One key of a kind signs, and one follows it.
create unique index domain_key_state on domain_key (account_id, domain_id, algorithm, state) where state <> 'retired';

-- A domain that was verified once signs with the key that was published then, also for mails that are still on their way.
insert into domain_key (account_id, domain_id, selector, algorithm, public_key, private_key, state, created_at,
  published_at, active_from)
select account_id, id, selector, 'rsa', dkim_public_key, dkim_private_key,
  case when verified_at is null then 'waiting' else 'active' end, created_at, verified_at, verified_at
from domain;

alter table domain
  drop column selector,
  drop column dkim_public_key,
  drop column dkim_private_key,
  -- When the DKIM record of a verified domain was found missing; null while it stands.
  add column missing_since timestamptz,
  -- When the owner was last told that it is missing.
  add column told_at timestamptz,
  -- Raised by every check, so that of two at once the later does not undo the other.
  add column checks bigint not null default 0,
  -- When the background job looks at the records again; moved on by whoever claims the check.
  add column next_check_at timestamptz not null default now() + interval '1 hour';

-- Not all domains at once.
update domain set next_check_at = now() + random() * interval '1 day';

create index domain_check_due on domain (next_check_at) where deleted_at is null;
-- Few installations have these, and they are looked for without a domain.
create index domain_key_ed25519 on domain_key (account_id, state) where algorithm = 'ed25519';
