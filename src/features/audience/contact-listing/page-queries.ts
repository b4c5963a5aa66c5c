import { statement, type Statement } from '../../../base/db.ts';
import { createdPartOf, sampleFilters, whereOf, type Form, type ResolvedFilter } from '../contact-filters/index.ts';
import type { Place } from './memory.ts';

/** A contact and its position in the sort order of the listing. */
export interface PlacedRow {
  readonly id: number;
  /** Creation time as formatted by PostgreSQL. */
  readonly at: string;
}

/**
 * A statement with its values. The statement has no name because there are too many combinations of conditions to keep
 * all of them prepared on every connection.
 */
interface Asking {
  readonly name: '';
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Listed {
  readonly accountId: number;
  readonly filter: ResolvedFilter;
  readonly now: Date;
  /** If set, only contacts after this cursor are selected. */
  readonly place?: Place | undefined;
  readonly limit: number;
}

const COLUMNS = 's.contact_id as id, s.created_at::text as at';
const NEWEST_FIRST = 's.created_at desc, s.contact_id desc';
const OLDEST_FIRST = 's.created_at, s.contact_id';
const BEHIND = '($3::timestamptz is null or (s.created_at, s.contact_id) < ($3, $4::bigint))';

/**
 * Returns a statement that finds the next contacts of a listing by checking up to `window` contacts one by one. The
 * statement returns fewer than `limit` contacts if the window is exhausted first. Uses the index contact_stat_order.
 */
export function walkStatement({ accountId, filter, limit, now, place }: Listed, window: number, form: Form): Asking {
  const created = whereOf(createdPartOf(filter), now, 6);
  const kept = whereOf(filter, now, 6 + created.values.length, form);
  return {
    name: '',
    text: `select ${COLUMNS} from (
       select s.* from contact_stat s
       where s.account_id = $1 and ${BEHIND}
       ${created.text}
       order by ${NEWEST_FIRST} limit $5::bigint
     ) s
     where s.account_id = $1
     ${kept.text}
     order by ${NEWEST_FIRST} limit $2::bigint`,
    values: [accountId, limit, place?.at ?? null, place?.id ?? null, window, ...created.values, ...kept.values],
  };
}

/**
 * Returns a statement that finds all remaining contacts of a listing with PostgreSQL's best plan and then sorts them.
 */
export function sortStatement({ accountId, filter, limit, now, place }: Listed): Asking {
  const { text, values } = whereOf(filter, now, 5);
  return {
    name: '',
    // Without `materialized`, the planner may scan all contacts in sort order to find a few matches.
    text: `with kept as materialized (
       select s.contact_id, s.created_at from contact_stat s
       where s.account_id = $1 and ${BEHIND}
       ${text}
     )
     select ${COLUMNS} from kept s order by ${NEWEST_FIRST} limit $2::bigint`,
    values: [accountId, limit, place?.at ?? null, place?.id ?? null, ...values],
  };
}

/**
 * Returns a statement that skips `offset` contacts of a listing. With `fromEnd`, the statement starts at the end of the
 * listing and returns the contacts oldest first.
 */
export function jumpStatement(
  { accountId, filter, limit, now, place }: Listed,
  { fromEnd, offset }: { readonly fromEnd: boolean; readonly offset: number },
): Asking {
  const { text, values } = whereOf(filter, now, 6);
  return {
    name: '',
    text: `select ${COLUMNS} from contact_stat s
     where s.account_id = $1 and ${BEHIND}
     ${text}
     order by ${fromEnd ? OLDEST_FIRST : NEWEST_FIRST} limit $2::bigint offset $5::bigint`,
    values: [accountId, limit, place?.at ?? null, place?.id ?? null, offset, ...values],
  };
}

/** Returns each kind of statement with each condition, for the test that prepares them. */
export function allPageStatements(): Statement<[], unknown>[] {
  return sampleFilters().flatMap((filter, index) => {
    const listed = { accountId: 1, filter, now: new Date(0), limit: 1 };
    return [
      statement<[], unknown>(`contact_listing_walk_${index}`, walkStatement(listed, 1, 'probed').text),
      statement<[], unknown>(`contact_listing_sort_${index}`, sortStatement(listed).text),
      statement<[], unknown>(
        `contact_listing_jump_${index}`,
        jumpStatement(listed, { fromEnd: index % 2 === 0, offset: 1 }).text,
      ),
    ];
  });
}
