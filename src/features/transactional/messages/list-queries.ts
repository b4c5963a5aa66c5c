import { statement, type Database, type Tx } from '../../../base/db.ts';
import type { MessageHead } from './queries.ts';
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
  readonly head: MessageHead;
}

/**
 * Messages that a page looks at, at most, when filters have to be looked up one by one: two that each match often may
 * never match together. What is left is for the next page.
 */
export const MAX_CANDIDATES = 5_000;
/** The same where attempts are looked up for each of them, which takes twice as long. */
const MAX_WITH_ATTEMPTS = 2_500;

/** Messages that a page with these filters looks at, at most. */
function candidatesOf([, ...others]: readonly FilterName[]): number {
  return others.some((name) => OF_ATTEMPTS.has(name)) ? MAX_WITH_ATTEMPTS : MAX_CANDIDATES;
}

const OF_ATTEMPTS: ReadonlySet<FilterName> = new Set(['replyCode', 'smtpStatus', 'provider']);

const FIRST_FILTER_PARAMETER = 5;

type Value = string | number | boolean | readonly string[];
type Values = [accountId: number, above: string, below: string, limit: number, ...Value[]];

/** Of three letters a filter: PostgreSQL keeps 63 of a name. */
function nameOf(beginning: string, filters: readonly FilterName[], direction: Direction): string {
  return [beginning, ...filters.map((filter) => filter.slice(0, 3)), direction].join('_');
}

/** A text with its placeholders bound to the parameter of the filter at this position. */
function bound(text: string, index: number): string {
  return text.replaceAll('?', `$${FIRST_FILTER_PARAMETER + index}`);
}

/**
 * The statement of one set of filters: each set is planned for what it filters. The first filter leads; the others are
 * looked up for each message that it finds, up to MAX_CANDIDATES. Without one the primary key of message is walked,
 * partition by partition.
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

/** The messages that a set of filters finds, as `m`, of those that it looks at. */
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

/** The last message that a page with this leading filter looks at, when there may be more behind it: $4 is how many. */
export function boundaryStatement(first: FilterName, ascending: boolean) {
  const direction = ascending ? 'asc' : 'desc';
  return statement<Values, { readonly id: string }>(
    nameOf('transactional_list_boundary', [first], direction),
    `select found.id from (${bound(LEADS[first](direction), 0)} limit $4) found
     offset $4::bigint - 1`,
  );
}

/**
 * Takes sorting and hashing out of the planner's choices for this transaction: for a range of unknown width it expects few
 * rows and would rather sort all of a common value's millions than walk them in order up to the limit.
 */
export const forbidSorting = statement<[], unknown>(
  'transactional_forbid_sorting',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_hashagg', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
);

/** What a page found, newest first; `stoppedAt` when it stopped before it was full, with more to look at behind. */
export interface FoundPage {
  readonly rows: ListedRow[];
  readonly stoppedAt: string | undefined;
}

/** A page of an account's messages; `grams` are what the words among the filters are looked up by. */
export async function listMessages(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  given: ListFilters,
  grams: readonly number[] = [],
): Promise<FoundPage> {
  const { above, below, limit, ascending } = bounds;
  // One state for both statements: what is accepted between them would move the place where the page stopped.
  return db.transaction(
    async (tx) => {
      const { most, used, values } = await toBeUsed(tx, accountId, bounds, given, grams);
      await forbidSorting(tx);
      const found = await listStatement(used, ascending)(tx, accountId, above, below, limit, ...values);
      // The statement finds the right ones; where a filter leads, their order is that of its index, not promised by SQL.
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

/** The filters that are given with what their words are looked up by, their values, and how many messages they look at. */
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

/** Whether an index alone finds what fits. */
function isByIndex(used: readonly FilterName[]): boolean {
  const [first] = used;
  return first === undefined || (used.length === 1 && CHECKS[first] === undefined);
}

/** Messages of an account are counted up to this. */
export const MAX_COUNTED = 10_000;

/**
 * Counts up to $4 of what filters find: by an index where one is enough, else among as many messages as a page looks at.
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
 * How many messages a listing holds, up to MAX_COUNTED. With `isMore` there are or may be more: beyond that, or beyond as
 * many as are looked at for words and filters that no index knows together.
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

/** Every statement that `listMessages` can run, for the test that prepares them all. */
export function allListStatements() {
  const sets: FilterName[][] = [[]];
  for (const name of NAMES) {
    // A message has one status, and one code is asked for.
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
