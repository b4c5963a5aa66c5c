import { statement, type Db } from '../../../base/db.ts';
import { countAlike, SUPPRESSION_COLUMNS, type SuppressionRow } from './queries.ts';

/** Parameters that select a page of entries. An absent filter does not apply. */
export interface PageRequest {
  readonly limit: number;
  readonly sort: Sort;
  readonly reason?: SuppressionRow['reason'];
  /** Selects only addresses that start with this prefix. */
  readonly prefix?: string;
  /** Selects only entries that a message of this domain caused. Requires sorting by address. */
  readonly domain?: string;
  /** Cursor: the address of an entry. Selects the entries after it. */
  readonly after?: string;
  /** Cursor: the address of an entry. Selects the entries closest before it. */
  readonly before?: string;
}

/** Sort orders: newest first, oldest first, or by address. */
export const SORTS = ['newest', 'oldest', 'address'] as const;
export type Sort = (typeof SORTS)[number];

type Part = Exclude<keyof PageRequest, 'limit' | 'sort'>;

/**
 * The method by which entries are found. `all` scans an index in the sort order. `alike` reads all addresses with the
 * prefix and sorts them.
 */
type Source = 'all' | 'alike';

/** Maximum number of addresses with a given prefix to read and sort. */
const MAX_SORTED = 10_000;

const PLACE = `(select place.created_at, place.address from suppression place
       where place.account_id = $1 and place.address = lower(?::text))`;

/** Conditions of the statement. `?` is replaced by the parameter. */
const CLAUSES: Readonly<Record<'reason' | 'prefix' | 'domain', string>> = {
  reason: 's.reason = ?::text',
  // No address contains the highest Unicode code point, so it sorts after any continuation of the prefix.
  prefix: 's.address >= lower(?::text) and s.address < lower(?::text) || chr(1114111)',
  // Uses the index suppression_domain.
  domain: 's.domain = ?::text',
};

/** Returns the condition that compares entries with the cursor. */
function cursorClause(sort: Sort, isAscending: boolean): string {
  const sign = isAscending ? '>' : '<';
  return sort === 'address' ? `s.address ${sign} lower(?::text)` : `(s.created_at, s.address) ${sign} ${PLACE}`;
}

const PARTS = ['reason', 'prefix', 'domain', 'after', 'before'] as const;
const FIRST_PARAMETER = 3;

/** Returns the statement for a set of filters. Each set has its own query plan. */
function listStatement(parts: readonly Part[], source: Source, sort: Sort) {
  const isAscending = (sort === 'newest') === parts.includes('before');
  const textOf = (part: Part): string =>
    part === 'after' || part === 'before' ? cursorClause(sort, isAscending) : CLAUSES[part];
  const clauseOf = (part: Part): string =>
    `and ${textOf(part).replaceAll('?', `$${FIRST_PARAMETER + parts.indexOf(part)}`)}`;
  const isAlike = source === 'alike';
  const clauses = parts.filter((part) => !isAlike || part !== 'prefix').map(clauseOf);
  const direction = isAscending ? 'asc' : 'desc';
  // OFFSET 0 prevents the planner from merging the subquery and scanning all entries in the order of the outer query.
  const from = isAlike
    ? `(select * from suppression s where s.account_id = $1 ${clauseOf('prefix')} order by s.address offset 0)`
    : 'suppression';
  return statement<[accountId: number, limit: number, ...values: string[]], SuppressionRow>(
    ['suppressions_list', source, sort, ...parts].join('_'),
    `select ${SUPPRESSION_COLUMNS} from ${from} s
     where s.account_id = $1
     ${clauses.join('\n     ')}
     order by ${sort === 'address' ? '' : `s.created_at ${direction}, `}s.address ${direction} limit $2`,
  );
}

/** Returns entries of an account in the requested order, and whether there are more in that direction. */
export async function findSuppressions(
  db: Db,
  accountId: number,
  request: PageRequest,
): Promise<{ readonly rows: SuppressionRow[]; readonly hasMore: boolean }> {
  const parts = PARTS.filter((part) => request[part] !== undefined);
  const values = parts.flatMap((part) => request[part] ?? []);
  const source = await sourceOf(db, accountId, request);
  const found = await listStatement(parts, source, request.sort)(db, accountId, request.limit + 1, ...values);
  const rows = found.slice(0, request.limit);
  return { rows: request.before === undefined ? rows : rows.reverse(), hasMore: found.length > request.limit };
}

async function sourceOf(db: Db, accountId: number, { prefix, sort }: PageRequest): Promise<Source> {
  // A scan in address order reads only the matching addresses, because addresses with the same prefix are adjacent.
  if (prefix === undefined || sort === 'address') return 'all';
  const [alike] = await countAlike(db, accountId, prefix, MAX_SORTED + 1);
  return alike && alike.entries > MAX_SORTED ? 'all' : 'alike';
}

/** Returns the statements of `findSuppressions` that scan all entries, for the test that prepares every statement. */
export function allListStatements() {
  const sets: Part[][] = [[], ['reason'], ['prefix'], ['reason', 'prefix']];
  return sets.flatMap((set) => SORTS.flatMap((sort) => statementsOf(set, 'all', sort)));
}

/** Returns the statements of `findSuppressions` that scan addresses with a prefix. */
export function alikeListStatements() {
  const sets: Part[][] = [['prefix'], ['reason', 'prefix']];
  return sets.flatMap((set) => (['newest', 'oldest'] as const).flatMap((sort) => statementsOf(set, 'alike', sort)));
}

function statementsOf(set: readonly Part[], source: Source, sort: Sort) {
  return [set, [...set, 'after' as const], [...set, 'before' as const]].map((parts) =>
    listStatement(parts, source, sort),
  );
}
