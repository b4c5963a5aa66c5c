-- Forms that people sign up with: on a page of ours, or on pages of others.

alter table plan
  -- Forms that an account may have; null: no limit.
  add column form_limit integer check (form_limit >= 0);
update plan set form_limit = 1 where name = 'free';

-- Codes stand in the addresses of pages of others for years: none is given twice, also not when its form is deleted. Global,
-- since a code is all that is known of who is meant.
create table form_code (
  -- Six characters of a to z and 0 to 9.
  code text not null primary key,
  account_id bigint not null,
  -- Null: the account's own code, which stands before that of the form.
  form_id bigint
);
create unique index form_code_of on form_code (account_id, form_id) nulls not distinct;

create table form (
  account_id bigint not null,
  id bigint generated always as identity,
  -- As in form_code.
  code text not null,
  title text not null,
  -- Where people come after they have signed up; null: a page of ours that thanks them.
  redirect_url text,
  -- Whether nobody signs up without ticking the box.
  gdpr_required boolean not null,
  -- Whether whoever signs up with it confirms by a mail; null: as the account.
  double_opt_in boolean,
  list_ids bigint[] not null,
  -- The page that shows it.
  landing_page_id bigint,
  -- Words on it; null: ours.
  heading text,
  description text,
  button text,
  consent_text text,
  -- How often it was sent in, whoever did.
  submissions bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (account_id, id)
);
-- What belongs to another account is told from what is not there.
create index form_by_id on form (id);

-- How often forms are sent in within a window, by whom or from where. Unlogged: after a crash everybody begins anew.
create unlogged table form_attempt (
  -- SHA-256 of what is counted.
  subject bytea not null primary key,
  attempts integer not null,
  began_at timestamptz not null
);
create index form_attempt_began on form_attempt (began_at);
