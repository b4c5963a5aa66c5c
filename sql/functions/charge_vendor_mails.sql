-- Charges the quota of an account for p_mails bulk emails sent through a vendor-compatible API, under the same rules as
-- accept_messages. Charges either all emails or none. Returns null if the quota is sufficient. Otherwise, returns
-- 'monthly' or 'daily' and the seconds until that quota resets. Locks the usage row of the account.
create or replace function charge_vendor_mails(p_account bigint, p_mails bigint) returns text[]
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_month date := date_trunc('month', now() at time zone 'utc')::date;
  used record;
  limits record;
begin
  select monthly_limit(a.overage_enabled, a.overage_cap_cents, p.monthly_quota, p.overage_cents_per_thousand) as month,
    p.daily_quota as day
  into limits
  from account a join plan p on p.name = a.plan where a.account_id = p_account;
  insert into account_usage (account_id, month, day) values (p_account, this_month, today) on conflict do nothing;
  select u.used as month, case when u.day >= today then u.day_used else 0 end as day into used
  from account_usage u where u.account_id = p_account and u.month = this_month for update;
  if used.month + p_mails > limits.month then
    return array['monthly', seconds_until((this_month + interval '1 month')::timestamp)::text];
  elsif used.day + p_mails > limits.day then
    return array['daily', seconds_until((today + 1)::timestamp)::text];
  end if;
  update account_usage u
  set used = used.month + p_mails, day_used = used.day + p_mails, day = greatest(u.day, today)
  where u.account_id = p_account and u.month = this_month;
  return null;
end
$$;
