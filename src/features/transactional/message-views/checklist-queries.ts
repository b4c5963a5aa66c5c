import { statement } from '../../../base/db.ts';

export interface StepsRow {
  readonly has_ended: boolean;
  readonly has_sent: boolean;
  readonly domain: boolean;
  readonly key: boolean;
  readonly webhook: boolean;
}

/** Selects the status of an account's setup steps. */
export const stepsOfAccount = statement<[accountId: number], StepsRow>(
  'message_views_steps',
  `select a.checklist_ended_at is not null as has_ended,
     exists (select 1 from message_order where account_id = $1) as has_sent,
     exists (select 1 from domain where account_id = $1 and status = 'verified' and deleted_at is null) as domain,
     exists (
       select 1 from api_key
       where account_id = $1 and kind = 'api_key' and revoked_at is null and last_used_at is not null
     ) as key,
     exists (select 1 from webhook where account_id = $1) as webhook
   from account a where a.account_id = $1`,
);

export const endChecklist = statement<[accountId: number], unknown>(
  'message_views_end_checklist',
  'update account set checklist_ended_at = now() where account_id = $1 and checklist_ended_at is null',
);

/** Maximum number of an account's messages that are searched for a key's first message. */
const EXAMINED = 2_000;

/** Returns the creation time of a key. Uses the primary key. */
export const keyMade = statement<[accountId: number, keyId: number], { readonly created_at: Date }>(
  'message_views_key_made',
  `select created_at from api_key where account_id = $1 and id = $2 and kind = 'api_key'`,
);

/**
 * Selects the earliest message that a key sent, among the account's newest EXAMINED messages whose ID is at least
 * `since`. Reads only the partitions from the day of `since` onward. Uses the primary key.
 */
export const firstMessageOfKey = statement<[accountId: number, keyId: number, since: string], { readonly id: string }>(
  'message_views_first_of_key',
  `select id from (
     select id, head from message where account_id = $1 and id >= $3::uuid order by id desc limit ${EXAMINED}
   ) as newest
   where head->'by'->>'via' = 'key' and head->'by'->>'id' = $2::text
   order by id limit 1`,
);
