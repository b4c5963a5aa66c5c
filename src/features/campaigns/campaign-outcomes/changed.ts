/**
 * SQL that marks campaigns whose counters have changed, for the job that verifies counters. Requires a CTE `moved` with
 * the campaign IDs, and the account ID as $1.
 */
export const CHANGED = `insert into campaign_changed as c (account_id, campaign_id, changed_at)
   select distinct $1::bigint, campaign_id, now() from moved order by 2
   on conflict (account_id, campaign_id) do update set changed_at = excluded.changed_at, is_proving = false where c.is_proving`;
