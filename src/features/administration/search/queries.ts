import { statement } from '../../../base/db.ts';

/** Kinds of objects that are found by name, and their tables. An account has few objects of these kinds. */
const NAMED = {
  campaign: { table: 'campaign', name: 'title', where: "kind = 'campaign' and deleted_at is null" },
  list: { table: 'contact_list', name: 'name', where: 'deleted_at is null' },
  segment: { table: 'contact_segment', name: 'name', where: 'deleted_at is null' },
  contact_tag: { table: 'contact_tag', name: 'name', where: 'deleted_at is null' },
  form: { table: 'form', name: 'title', where: 'deleted_at is null' },
  landing_page: { table: 'landing_page', name: 'title', where: 'deleted_at is null' },
  automation: { table: 'automation', name: 'title', where: 'deleted_at is null' },
  template: { table: 'template', name: 'name', where: 'true' },
} as const;

type Named = keyof typeof NAMED;
export const FOUND_KINDS = [...(Object.keys(NAMED) as readonly Named[]), 'contact'] as const;

/** An object that was found. */
export interface FoundRow {
  readonly kind: (typeof FOUND_KINDS)[number];
  readonly id: number;
  readonly name: string;
}

/** Search text and its LIKE patterns. */
type Searched = [accountId: number, text: string, contains: string, startsWith: string, limit: number];

const BY_RANK = '(lower(name) = lower($2)) desc, (name ilike $4) desc, id desc';

/**
 * Finds up to `limit` objects of each kind whose names contain the search text. Exact matches come first, then names
 * that start with the text, and the newest objects first within each group. Reads the objects of the account by the
 * primary keys.
 */
export const findNamed = statement<Searched, FoundRow>(
  'search_named',
  Object.entries(NAMED)
    .map(
      ([kind, { name, table, where }]) =>
        `(select '${kind}' as kind, id, name from (select id, ${name} as name from ${table} where account_id = $1 and ${where}) o
          where name ilike $3 order by ${BY_RANK} limit $5)`,
    )
    .join(' union all '),
);

const SEARCHED = "(email || ' ' || first_name || ' ' || last_name)";

/** Finds contacts whose address starts with the search text. Uses the unique key of contact. */
export const findByAddress = statement<[accountId: number, startsWith: string, after: string, limit: number], FoundRow>(
  'search_by_address',
  `select 'contact' as kind, id, email as name from contact
   where account_id = $1 and deleted_at is null and email >= $2 and email < $3
   order by email limit $4`,
);

/** A recent contact that may match. */
interface RecentRow extends FoundRow {
  /** Whether the address or name contains the whole search text. If false, it only contains each of its words. */
  readonly is_match: boolean;
  readonly contacts: number;
}

/**
 * Finds those of the `sample` newest contacts whose address or name contains all words of the search text. Uses the
 * primary key.
 */
export const findRecent = statement<
  [accountId: number, contains: string, words: readonly string[], sample: number],
  RecentRow
>(
  'search_recent_contacts',
  `select 'contact' as kind, id, email as name, ${SEARCHED} ilike $2 as is_match,
     coalesce((select contacts from audience where account_id = $1), 0) as contacts
   from (select * from contact where account_id = $1 order by id desc limit $4) newest
   where deleted_at is null and ${SEARCHED} ilike all ($3::text[]) order by id desc`,
);

/** Finds contacts whose address or name contains the search text. Uses the index contact_search. */
export const findContacts = statement<[accountId: number, contains: string, limit: number], FoundRow>(
  'search_contacts',
  `select 'contact' as kind, id, email as name from contact
   where account_id = $1 and deleted_at is null and ${SEARCHED} ilike $2
   limit $3`,
);
