import { statement } from '../../../base/db.ts';
import type { REASONS } from './limits.ts';

export interface SuppressionRow {
  readonly address: string;
  readonly reason: (typeof REASONS)[number];
  readonly detail: string | null;
  readonly message_id: string | null;
  readonly created_at: Date;
  /** The domain whose message caused the entry. Set only if a client of another vendor's API specified a domain. */
  readonly domain: string | null;
}

export const SUPPRESSION_COLUMNS = 'address, reason, detail, message_id, created_at, domain';

/**
 * Inserts entries in key order, so that concurrent inserts cannot deadlock. Does not change existing entries. If an
 * address is given twice, its first entry is inserted.
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

/** Selects the entries for addresses. Uses the primary key. */
export const suppressionsOf = statement<[accountId: number, addresses: readonly string[]], SuppressionRow>(
  'suppressions_of',
  `select ${SUPPRESSION_COLUMNS} from suppression
   where account_id = $1 and address = any(select lower(a) from unnest($2::text[]) as a)`,
);

/** Stores the domain of the message that caused each entry. Uses the primary key. */
export const noteCauses = statement<
  [accountId: number, addresses: string[], messageIds: string[], domains: string[]],
  unknown
>(
  'suppressions_note_causes',
  `update suppression s set domain = k.domain
   from (
     select s.address, c.domain from unnest($2::text[], $3::uuid[], $4::text[]) as c (address, message_id, domain)
     join suppression s on s.account_id = $1 and s.address = lower(c.address) and s.message_id = c.message_id
     where s.domain is null order by s.address for no key update of s
   ) k
   where s.account_id = $1 and s.address = k.address`,
);

/** Deletes an entry. With a domain, deletes it only if a message of that domain caused it. Uses the primary key. */
export const deleteSuppression = statement<[accountId: number, address: string, domain: string | null], SuppressionRow>(
  'suppressions_delete',
  `delete from suppression
   where account_id = $1 and address = lower($2) and ($3::text is null or domain = $3) returning ${SUPPRESSION_COLUMNS}`,
);

/** Counts addresses with a prefix, up to a limit. Uses the primary key. */
export const countAlike = statement<[accountId: number, prefix: string, limit: number], { readonly entries: number }>(
  'suppressions_count_alike',
  `select count(*) as entries from (
     select from suppression
     where account_id = $1 and address >= lower($2) and address < lower($2) || chr(1114111)
     order by address limit $3
   ) alike`,
);

/** Inserts addresses with the same note, in key order. Returns a row for each new address. */
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
