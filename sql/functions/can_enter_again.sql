-- Returns whether automation.reentry allows a contact to start again with the first step. p_item is the current step of
-- the contact, or null if the contact has finished or left. p_entered is the time at which the contact last entered.
-- Uses the primary key.
create or replace function can_enter_again(p_account bigint, p_automation bigint, p_item bigint, p_entered timestamptz)
returns boolean
language sql stable as $$
  select a.reentry <> 'never' and (p_item is null or a.reentry = 'always')
    and p_entered < now() - make_interval(hours => a.reentry_hours)
  from automation a where a.account_id = p_account and a.id = p_automation
$$;
