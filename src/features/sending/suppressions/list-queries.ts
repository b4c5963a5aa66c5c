import { statement, type Db } from '../../../base/db.ts';
import { countAlike, SUPPRESSION_COLUMNS, type SuppressionRow } from './queries.ts';

/** What a page holds; absent members do not filter. */
export interface PageRequest {
  readonly limit: number;
  readonly sort: Sort;
  readonly reason?: SuppressionRow['reason'];
  /** What the addresses begin with. */
  readonly prefix?: string;
  /** Caused by this domain's mail, for those who sort by address. */
  readonly domain?: string;
  /** Address of an entry: only those that follow it. */
  readonly after?: string;
  /** Address of an entry: only those before it, the last of them. */
  readonly before?: string;
}

/** Newest first, oldest first, or by address. */
export const SORTS = ['newest', 'oldest', 'address'] as const;
export type Sort = (typeof SORTS)[number];

type Part = Exclude<keyof PageRequest, 'limit' | 'sort'>;

/**
 * Where entries are looked for. `all`: the index suppression_newest from the place on, up to the limit. `alike`: the
 * primary key where addresses begin alike, then sorted, which costs what there are.
 */
type Source = 'all' | 'alike';

/** So many that begin alike are read and sorted in some milliseconds; of more, the newest are soon found among all. */
const MAX_SORTED = 10_000;

const PLACE = `(select place.created_at, place.address from suppression place
       where place.account_id = $1 and place.address = lower(?::text))`;

/** What each part adds to the statement; `?` is its parameter. */
const CLAUSES: Readonly<Record<'reason' | 'prefix' | 'domain', string>> = {
  reason: 's.reason = ?::text',
  // No address holds a character as great as the last of Unicode.
  prefix: 's.address >= lower(?::text) and s.address < lower(?::text) || chr(1114111)',
  // Index suppression_domain.
  domain: 's.domain = ?::text',
};

/** How entries are to be compared with the place of a cursor. */
function cursorClause(sort: Sort, isAscending: boolean): string {
  const sign = isAscending ? '>' : '<';
  return sort === 'address' ? `s.address ${sign} lower(?::text)` : `(s.created_at, s.address) ${sign} ${PLACE}`;
}

const PARTS = ['reason', 'prefix', 'domain', 'after', 'before'] as const;
const FIRST_PARAMETER = 3;

/** The statement of one set of parts: each is planned for what it filters. */
function listStatement(parts: readonly Part[], source: Source, sort: Sort) {
  const isAscending = (sort === 'newest') === parts.includes('before');
  const textOf = (part: Part): string =>
    part === 'after' || part === 'before' ? cursorClause(sort, isAscending) : CLAUSES[part];
  const clauseOf = (part: Part): string =>
    `and ${textOf(part).replaceAll('?', `$${FIRST_PARAMETER + parts.indexOf(part)}`)}`;
  const isAlike = source === 'alike';
  const clauses = parts.filter((part) => !isAlike || part !== 'prefix').map(clauseOf);
  const direction = isAscending ? 'asc' : 'desc';
  // The offset keeps the planner from walking all entries for the order outside.
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

/** Entries of an account in the order that was asked, and whether there are more in the direction that was asked. */
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
  // By address, those that begin alike lie together.
  if (prefix === undefined || sort === 'address') return 'all';
  const [alike] = await countAlike(db, accountId, prefix, MAX_SORTED + 1);
  return alike && alike.entries > MAX_SORTED ? 'all' : 'alike';
}

/** The statements of `findSuppressions` that look among all entries, for the test that prepares them. */
export function allListStatements() {
  const sets: Part[][] = [[], ['reason'], ['prefix'], ['reason', 'prefix']];
  return sets.flatMap((set) => SORTS.flatMap((sort) => statementsOf(set, 'all', sort)));
}

/** Those that look among addresses that begin alike. */
export function alikeListStatements() {
  const sets: Part[][] = [['prefix'], ['reason', 'prefix']];
  return sets.flatMap((set) => (['newest', 'oldest'] as const).flatMap((sort) => statementsOf(set, 'alike', sort)));
}

function statementsOf(set: readonly Part[], source: Source, sort: Sort) {
  return [set, [...set, 'after' as const], [...set, 'before' as const]].map((parts) =>
    listStatement(parts, source, sort),
  );
}
