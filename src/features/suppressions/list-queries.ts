import { statement, type Db } from '../../base/db.ts';
import { SUPPRESSION_COLUMNS, type SuppressionRow } from './queries.ts';

/** What a page holds; absent members do not filter. */
export interface PageRequest {
  readonly limit: number;
  readonly reason?: string;
  /** What the addresses begin with. */
  readonly prefix?: string;
  /** Address of an entry: only older ones. */
  readonly after?: string;
  /** Address of an entry: only newer ones, the oldest of them. */
  readonly before?: string;
}

type Part = Exclude<keyof PageRequest, 'limit'>;

const PLACE = `(select place.created_at, place.address from suppression place
       where place.account_id = $1 and place.address = lower(?::text))`;

/** What each part adds to the statement; `?` is its parameter. */
const CLAUSES: Readonly<Record<Part, string>> = {
  reason: 's.reason = ?::text',
  // No address holds a character as great as the last of Unicode.
  prefix: `s.address >= lower(?::text) and s.address < lower(?::text) || chr(1114111)`,
  after: `(s.created_at, s.address) < ${PLACE}`,
  before: `(s.created_at, s.address) > ${PLACE}`,
};

const PARTS = ['reason', 'prefix', 'after', 'before'] as const;
const FIRST_PARAMETER = 3;

/**
 * The statement of one set of parts: each is planned for what it filters. Walks suppression_newest from the place on, or
 * where addresses begin alike the primary key.
 */
function listStatement(parts: readonly Part[]) {
  const clauses = parts.map((part, index) => `and ${CLAUSES[part].replaceAll('?', `$${FIRST_PARAMETER + index}`)}`);
  const direction = parts.includes('before') ? 'asc' : 'desc';
  return statement<[accountId: number, limit: number, ...values: string[]], SuppressionRow>(
    ['suppressions_list', ...parts].join('_'),
    `select ${SUPPRESSION_COLUMNS} from suppression s
     where s.account_id = $1
     ${clauses.join('\n     ')}
     order by s.created_at ${direction}, s.address ${direction} limit $2`,
  );
}

/** Entries of an account, newest first, and whether there are more in the direction that was asked. */
export async function findSuppressions(
  db: Db,
  accountId: number,
  request: PageRequest,
): Promise<{ readonly rows: SuppressionRow[]; readonly hasMore: boolean }> {
  const parts = PARTS.filter((part) => request[part] !== undefined);
  const values = parts.flatMap((part) => request[part] ?? []);
  const found = await listStatement(parts)(db, accountId, request.limit + 1, ...values);
  const rows = found.slice(0, request.limit);
  return { rows: request.before === undefined ? rows : rows.reverse(), hasMore: found.length > request.limit };
}

/** Every statement that `findSuppressions` can run, for the test that prepares them all. */
export function allListStatements() {
  const sets: Part[][] = [[], ['reason'], ['prefix'], ['reason', 'prefix']];
  return sets.flatMap((set) => [
    listStatement(set),
    listStatement(set.concat('after')),
    listStatement(set.concat('before')),
  ]);
}
