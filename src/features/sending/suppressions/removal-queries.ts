import { statement } from '../../../base/db.ts';
import { SUPPRESSION_COLUMNS, type SuppressionRow } from './queries.ts';

type Wanted = [accountId: number, reason: string | null, prefix: string | null];

const MATCHES = `account_id = $1 and ($2::text is null or reason = $2::text)
    and ($3::text is null or address >= lower($3::text) and address < lower($3::text) || chr(1114111))`;

/** Counts matching entries, up to a limit. Uses a prefix of the primary key. */
export const countSuppressions = statement<[...Wanted, limit: number], { readonly count: number }>(
  'suppressions_count',
  `select count(*)::integer as count from (select from suppression where ${MATCHES} limit $4) matching`,
);

/** Deletes the given entries. Uses the primary key. */
export const deleteChosen = statement<[accountId: number, addresses: readonly string[]], SuppressionRow>(
  'suppressions_delete_chosen',
  `delete from suppression where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)
   returning ${SUPPRESSION_COLUMNS}`,
);

/**
 * Deletes matching entries that existed at a given time, up to a limit, in address order. Uses a prefix of the primary
 * key.
 */
export const deleteMatching = statement<[...Wanted, until: Date, limit: number], SuppressionRow>(
  'suppressions_delete_matching',
  `delete from suppression s using (
     select address from suppression where ${MATCHES} and created_at <= $4
     order by address limit $5
   ) wanted
   where s.account_id = $1 and s.address = wanted.address
   returning s.address, s.reason, s.detail, s.message_id, s.created_at, s.domain`,
);
