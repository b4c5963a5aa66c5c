import { recordStatement, statement } from '../../../base/db.ts';

/** The maximum number of automation emails (`emails`) that a contact receives within `days` days. */
export interface Cap {
  readonly emails: number;
  readonly days: number;
}

/**
 * Records an automation email to each of the given contacts that has received fewer emails than the cap allows. Returns
 * these contacts. Concurrent calls for a contact wait for each other. Uses the primary key.
 */
export const takeFromCap = recordStatement<
  Cap & { readonly accountId: number; readonly contactIds: readonly number[] },
  { readonly contact_id: number }
>(
  'automation_runs_take_cap',
  `insert into automation_cap as k (account_id, contact_id, sent_at, last_at)
   select $accountId, g.id, array[clock.at], clock.at
   from (select now()) as clock (at), unnest($contactIds::bigint[]) as g (id) order by g.id
   on conflict (account_id, contact_id) do update
   set sent_at = times_since(k.sent_at, excluded.last_at - make_interval(days => $days::integer)) || excluded.last_at,
     last_at = excluded.last_at
   where cardinality(times_since(k.sent_at, excluded.last_at - make_interval(days => $days::integer))) < $emails::integer
   returning contact_id`,
);

/** Removes the latest recorded email of contacts. Uses the primary key. */
export const returnToCap = statement<[accountId: number, contactIds: readonly number[]], unknown>(
  'automation_runs_return_cap',
  `update automation_cap set sent_at = trim_array(sent_at, 1)
   where account_id = $1 and contact_id = any($2::bigint[]) and cardinality(sent_at) > 0`,
);

/** Makes contacts due for an email as soon as the cap allows another email. Uses the primary keys. */
export const deferToCap = recordStatement<
  Cap & {
    readonly accountId: number;
    readonly automationId: number;
    readonly contactIds: readonly number[];
    readonly delayHours: number;
  },
  unknown
>(
  'automation_runs_defer_to_cap',
  `update automation_entry e
   set base_at = k.recent[cardinality(k.recent) - $emails::integer + 1] + make_interval(days => $days::integer)
     - make_interval(hours => $delayHours::integer)
   from (
     select contact_id, times_since(sent_at, now() - make_interval(days => $days::integer)) as recent from automation_cap
     where account_id = $accountId and contact_id = any($contactIds::bigint[])
   ) k
   where e.account_id = $accountId and e.automation_id = $automationId and e.contact_id = k.contact_id
     and cardinality(k.recent) >= $emails::integer`,
);

/**
 * Deletes up to `limit` rows whose latest email was recorded more than `days` days ago. Uses the index
 * automation_cap_age.
 */
export const purgeCaps = statement<[days: number, limit: number], unknown>(
  'automation_runs_purge_caps',
  `delete from automation_cap where (account_id, contact_id) in (
     select account_id, contact_id from automation_cap where last_at < now() - make_interval(days => $1) limit $2)`,
);
