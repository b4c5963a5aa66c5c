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
/** Kinds of objects in the results. */
export const FOUND_KINDS = [...(Object.keys(NAMED) as readonly Named[]), 'contact'] as const;

interface FoundRow {
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

/**
 * Finds contacts whose address or name contains the search text. If the text has fewer than three characters, finds
 * contacts whose address starts with it. Uses the index contact_search or the unique key of contact.
 */
export const findContacts = statement<
  [accountId: number, contains: string | null, startsWith: string, after: string, limit: number],
  FoundRow
>(
  'search_contacts',
  `(select 'contact' as kind, id, email as name from contact
    where account_id = $1 and deleted_at is null and $2::text is not null
      and (email || ' ' || first_name || ' ' || last_name) ilike $2
    limit $5)
   union all
   (select 'contact', id, email from contact
    where account_id = $1 and deleted_at is null and $2::text is null and email >= $3 and email < $4
    order by email limit $5)`,
);
