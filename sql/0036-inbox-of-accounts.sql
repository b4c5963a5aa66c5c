-- Whose mail it is: an account reads its own, and the operator's account also what other programs handed in. Null: what
-- came before this was known. That is shown on the machine only, as mails about signing in are, which no account has.
alter table inbox_mail add column account_id bigint;
create index inbox_mail_of_account on inbox_mail (account_id, id);
