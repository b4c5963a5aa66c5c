import { statement, type Database, type Tx } from '../../../base/db.ts';
import type { MessageSummary } from './queries.ts';
import {
  CHECKS,
  CLAUSES,
  EXCLUDES,
  LEADS,
  NAMES,
  type Direction,
  type FilterName,
  type ListFilters,
  type PageBounds,
} from './list-filters.ts';
import { rangesOf } from './segments.ts';

export interface ListedRow {
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly head: MessageSummary;
}

/**
 * Maximum number of messages that a page examines if filters must be checked one message at a time. The next page
 * continues with the remaining messages.
 */
export const MAX_CANDIDATES = 5_000;
/** Maximum number of messages that a page examines if a filter other than the leading one looks up attempts. */
const MAX_WITH_ATTEMPTS = 2_500;

/** Returns the maximum number of messages that a page with these filters examines. */
function candidatesOf([, ...others]: readonly FilterName[]): number {
  return others.some((name) => OF_ATTEMPTS.has(name)) ? MAX_WITH_ATTEMPTS : MAX_CANDIDATES;
}

const OF_ATTEMPTS: ReadonlySet<FilterName> = new Set(['replyCode', 'smtpStatus', 'provider']);

const FIRST_FILTER_PARAMETER = 5;

type Value = string | number | boolean | readonly string[];
type Values = [accountId: number, above: string, below: string, limit: number, ...Value[]];

/**
 * Builds the name of a statement. Filter names are shortened to three letters, because PostgreSQL truncates names to 63
 * characters.
 */
function nameOf(beginning: string, filters: readonly FilterName[], direction: Direction): string {
  return [beginning, ...filters.map((filter) => filter.slice(0, 3)), direction].join('_');
}

/** Replaces each `?` in a condition with the numbered parameter of the filter, such as `$5`. */
function bound(text: string, index: number): string {
  return text.replaceAll('?', `$${FIRST_FILTER_PARAMETER + index}`);
}

/**
 * Creates the statement for a set of filters. Each set has its own statement and therefore its own plan. The first
 * filter finds messages, up to the limit of `candidatesOf`, and the other filters are checked on each of these
 * messages.
 */
export function listStatement(filters: readonly FilterName[], ascending: boolean) {
  const direction = ascending ? 'asc' : 'desc';
  const [first, ...others] = filters;
  const name = nameOf('transactional_list', filters, direction);
  const columns = 'm.id, m.sender, m.subject, m.tag, m.head';
  if (first === undefined) {
    return statement<Values, ListedRow>(
      name,
      `select ${columns} from message m
       where m.account_id = $1 and m.id > $2 and m.id < $3
       order by m.id ${direction} limit $4`,
    );
  }
  return statement<Values, ListedRow>(name, `select ${columns} ${foundBy([first, ...others], direction)} limit $4`);
}

/** Returns the from clause that selects, as `m`, the examined messages that match a set of filters. */
function foundBy(filters: readonly [FilterName, ...FilterName[]], direction: Direction): string {
  const [first, ...others] = filters;
  const check = CHECKS[first];
  const conditions = [
    ...(check === undefined ? [] : [bound(check, 0)]),
    ...others.map((other, index) => bound(CLAUSES[other], index + 1)),
  ];
  return `from (${bound(LEADS[first](direction), 0)} limit ${candidatesOf(filters)}) found
     cross join lateral (select * from message where account_id = $1 and id = found.id offset 0) m
     ${conditions.length > 0 ? `where ${conditions.join('\n     and ')}` : ''}`;
}

/**
 * Creates the statement that selects the last message that a page with this leading filter examines. Selects no row if
 * the leading filter finds fewer than $4 messages, the maximum that a page examines.
 */
export function boundaryStatement(first: FilterName, ascending: boolean) {
  const direction = ascending ? 'asc' : 'desc';
  return statement<Values, { readonly id: string }>(
    nameOf('transactional_list_boundary', [first], direction),
    `select found.id from (${bound(LEADS[first](direction), 0)} limit $4) found
     offset $4::bigint - 1`,
  );
}

/**
 * Disables sorts, hash aggregation, and bitmap scans in this transaction. For a range of unknown width, the planner
 * expects few rows and would sort millions of rows with a common value instead of scanning them in order up to the
 * limit.
 */
export const forbidSorting = statement<[], unknown>(
  'transactional_forbid_sorting',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_hashagg', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
);

/**
 * The rows of a page, newest first. If the search stopped before the page was full, `stoppedAt` is the position at
 * which the next page continues.
 */
export interface FoundPage {
  readonly rows: ListedRow[];
  readonly stoppedAt: string | undefined;
}

/** Selects a page of an account's messages. `grams` are the index terms of the words in the filters. */
export async function listMessages(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  given: ListFilters,
  grams: readonly number[] = [],
): Promise<FoundPage> {
  const { above, below, limit, ascending } = bounds;
  // Both statements read one snapshot. Otherwise, a message accepted between them would move the position at which the
  // page stops.
  return db.transaction(
    async (tx) => {
      const { most, used, values } = await toBeUsed(tx, accountId, bounds, given, grams);
      await forbidSorting(tx);
      const found = await listStatement(used, ascending)(tx, accountId, above, below, limit, ...values);
      // The rows already come in the order of the leading filter's index, but SQL does not guarantee this.
      const rows = found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      if (rows.length >= limit) return { rows, stoppedAt: undefined };
      const [first] = used;
      if (first === undefined || isByIndex(used)) return { rows, stoppedAt: undefined };
      const run = boundaryStatement(first, ascending);
      const [boundary] = await run(tx, accountId, above, below, most, ...values.slice(0, 1));
      return { rows, stoppedAt: boundary?.id };
    },
    { isSnapshot: true },
  );
}

/**
 * Returns the filters to apply, their values, and the maximum number of messages to examine. The filter `ranges`
 * represents the search words.
 */
async function toBeUsed(
  tx: Tx,
  accountId: number,
  bounds: PageBounds,
  given: ListFilters,
  grams: readonly number[],
): Promise<{ readonly used: readonly FilterName[]; readonly values: Value[]; readonly most: number }> {
  const asked = grams.length > 0 ? { ...given, ranges: [] } : given;
  const used = NAMES.filter((name) => asked[name] !== undefined);
  const most = candidatesOf(used);
  const filters = grams.length > 0 ? { ...given, ranges: await rangesOf(tx, accountId, bounds, grams, most) } : given;
  return { used, most, values: used.flatMap((name) => (filters[name] === undefined ? [] : [filters[name]])) };
}

/** Returns whether an index finds all matching messages, so that no filter needs to be checked for each message. */
function isByIndex(used: readonly FilterName[]): boolean {
  const [first] = used;
  return first === undefined || (used.length === 1 && CHECKS[first] === undefined);
}

/** Maximum number of messages that are counted. */
export const MAX_COUNTED = 10_000;

/**
 * Creates the statement that counts up to $4 matching messages. If no index finds all matches, the statement counts
 * only the matches among the messages that a page examines.
 */
export function countStatement(filters: readonly FilterName[]) {
  const [first, ...others] = filters;
  let found = 'select m.id from message m where m.account_id = $1 and m.id > $2 and m.id < $3';
  if (first !== undefined) {
    found = isByIndex(filters) ? bound(LEADS[first]('desc'), 0) : `select m.id ${foundBy([first, ...others], 'desc')}`;
  }
  return statement<Values, { readonly count: number }>(
    nameOf('messages_count', filters, 'desc'),
    `select count(*)::integer as count from (${found} limit $4) found`,
  );
}

/**
 * Counts the messages in a list, up to MAX_COUNTED. `isMore` means that there may be more messages than counted,
 * because the count reached this limit or because not all messages were examined.
 */
export async function countMessages(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  given: ListFilters,
  grams: readonly number[],
): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const { above, below } = bounds;
  return db.transaction(
    async (tx) => {
      const { most, used, values } = await toBeUsed(tx, accountId, { ...bounds, ascending: false }, given, grams);
      await forbidSorting(tx);
      const [row] = await countStatement(used)(tx, accountId, above, below, MAX_COUNTED + 1, ...values);
      const count = row?.count ?? 0;
      const [first] = used;
      if (first === undefined || isByIndex(used))
        return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
      const boundary = await boundaryStatement(first, false)(tx, accountId, above, below, most, ...values.slice(0, 1));
      return { count, isMore: boundary.length > 0 };
    },
    { isSnapshot: true },
  );
}

/** Returns every statement that `listMessages` can run. Used by the test that prepares all statements. */
export function allListStatements() {
  const sets: FilterName[][] = [[]];
  for (const name of NAMES) {
    // Skip sets with filters that exclude each other.
    const others = sets.filter((known) => !EXCLUDES.some(([one, other]) => name === other && known.includes(one)));
    sets.push(...others.map((known) => known.concat(name)));
  }
  return [
    ...sets.flatMap((set) =>
      set.includes('ranges') && !set.includes('words')
        ? []
        : [listStatement(set, true), listStatement(set, false), countStatement(set)],
    ),
    ...NAMES.flatMap((name) => [boundaryStatement(name, true), boundaryStatement(name, false)]),
  ];
}
