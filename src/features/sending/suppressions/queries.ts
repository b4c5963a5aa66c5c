import { statement } from '../../../base/db.ts';
import type { REASONS } from './limits.ts';

export interface SuppressionRow {
  readonly address: string;
  readonly reason: (typeof REASONS)[number];
  readonly detail: string | null;
  readonly message_id: string | null;
  readonly created_at: Date;
}

/** Columns of an entry. */
export const SUPPRESSION_COLUMNS = 'address, reason, detail, message_id, created_at';

/**
 * Adds entries, in the order of their key so that two adders never wait for each other in a circle. What is there stays; of
 * an address that is given twice the first counts.
 */
export const insertSuppressions = statement<
  [
    accountId: number,
    addresses: string[],
    reasons: string[],
    details: (string | null)[],
    messageIds: (string | null)[],
  ],
  unknown
>(
  'suppressions_insert',
  `insert into suppression (account_id, address, reason, detail, message_id)
   select distinct on (lower(s.address)) $1, lower(s.address), s.reason, s.detail, s.message_id
   from unnest($2::text[], $3::text[], $4::text[], $5::uuid[])
     with ordinality as s (address, reason, detail, message_id, position)
   order by lower(s.address), s.position
   on conflict (account_id, address) do nothing`,
);

/** Entries of addresses, primary key. */
export const suppressionsOf = statement<[accountId: number, addresses: readonly string[]], SuppressionRow>(
  'suppressions_of',
  `select ${SUPPRESSION_COLUMNS} from suppression
   where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)`,
);

/** Primary key. */
export const deleteSuppression = statement<[accountId: number, address: string], SuppressionRow>(
  'suppressions_delete',
  `delete from suppression where account_id = $1 and address = lower($2) returning ${SUPPRESSION_COLUMNS}`,
);

/** How many addresses begin alike, counted up to a limit; primary key. */
export const countAlike = statement<[accountId: number, prefix: string, limit: number], { readonly entries: number }>(
  'suppressions_count_alike',
  `select count(*) as entries from (
     select from suppression
     where account_id = $1 and address >= lower($2) and address < lower($2) || chr(1114111)
     order by address limit $3
   ) alike`,
);

/** Adds addresses with one note, in the order of their key as `insertSuppressions`; a row each that was not there. */
export const importSuppressions = statement<
  [accountId: number, addresses: readonly string[], detail: string],
  { readonly address: string }
>(
  'suppressions_import',
  `insert into suppression (account_id, address, reason, detail)
   select distinct on (lower(s.address)) $1, lower(s.address), 'manual', $3
   from unnest($2::text[]) as s (address)
   order by lower(s.address)
   on conflict (account_id, address) do nothing
   returning address`,
);
