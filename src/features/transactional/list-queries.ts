import { statement, type Database } from '../../base/db.ts';
import type { MessageHead } from './queries.ts';

export interface ListedRow {
  readonly id: string;
  readonly sender: string;
  readonly subject: string;
  readonly tag: string | null;
  readonly head: MessageHead;
}

/** Bounds of a page: ids strictly between `above` and `below`, from the newest, or from the oldest when `ascending`. */
export interface PageBounds {
  readonly above: string;
  readonly below: string;
  readonly limit: number;
  readonly ascending: boolean;
}

/** Conditions of a listing; absent ones do not filter. Addresses in lower case. */
export interface ListFilters {
  readonly tag?: string;
  readonly from?: string;
  readonly to?: string;
  /** A status that is not `delivered`: has an index. */
  readonly statusCode?: number;
  readonly isDelivered?: true;
}

type FilterName = keyof ListFilters;

/** What a filter that does not lead adds to the statement; `?` is its parameter. */
const CLAUSES: Readonly<Record<FilterName, string>> = {
  tag: 'm.tag = ?::text',
  from: 'sender_address(m.sender) = ?::text',
  to: 'exists (select from delivery d where d.account_id = $1 and d.message_id = m.id and lower(d.recipient) = ?::text)',
  statusCode: '(select max(d.status) from delivery d where d.account_id = $1 and d.message_id = m.id) = ?::smallint',
  isDelivered:
    '?::boolean and exists (select from delivery d where d.account_id = $1 and d.message_id = m.id and d.status = 7)',
};

/**
 * Where a filter that leads finds its messages, in the order of their ids and one at a time, each with its index. The
 * value is asked for as a range of one and named in the order, so that no other index can give that order: with `=` the
 * planner may walk the primary key instead, which for a value that is rare reads everything.
 */
const LEADS: Readonly<Partial<Record<FilterName, (direction: Direction) => string>>> = {
  to: (direction) => `
    select d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and lower(d.recipient) >= ?::text and lower(d.recipient) <= ?::text
    order by lower(d.recipient) ${direction}, d.message_id ${direction}`,
  // A message has the greatest status of its recipients; of several with that status the first stands for it.
  statusCode: (direction) => `
    select d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and d.status < 7 and d.status >= ?::smallint and d.status <= ?::smallint
      and not exists (
        select from delivery other
        where other.account_id = $1 and other.message_id = d.message_id
          and (other.status > d.status or (other.status = d.status and other.recipient_no < d.recipient_no))
      )
    order by d.status ${direction}, d.message_id ${direction}`,
  tag: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and m.tag >= ?::text and m.tag <= ?::text
    order by m.tag ${direction}, m.id ${direction}`,
  from: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3
      and sender_address(m.sender) >= ?::text and sender_address(m.sender) <= ?::text
    order by sender_address(m.sender) ${direction}, m.id ${direction}`,
};

type Direction = 'asc' | 'desc';

/** The filters, those that find the fewest messages first. */
const NAMES = ['to', 'statusCode', 'tag', 'from', 'isDelivered'] as const;
const FIRST_FILTER_PARAMETER = 5;

/**
 * The statement of one set of filters: each set is planned for what it filters. The first filter leads; the others are
 * looked up for each message that it finds. Without one the primary key of message is walked, partition by partition.
 */
export function listStatement(filters: readonly FilterName[], ascending: boolean) {
  const direction = ascending ? 'asc' : 'desc';
  const bound = (clause: string, index: number): string => clause.replaceAll('?', `$${FIRST_FILTER_PARAMETER + index}`);
  const [first] = filters;
  const lead = first && LEADS[first]?.(direction);
  const rest = filters.flatMap((name, index) => (lead && index === 0 ? [] : [`and ${bound(CLAUSES[name], index)}`]));
  const source = lead
    ? `(${bound(lead, 0)} offset 0) found
     cross join lateral (select * from message where account_id = $1 and id = found.id offset 0) m`
    : 'message m';
  return statement<
    [accountId: number, above: string, below: string, limit: number, ...filters: (string | number | boolean)[]],
    ListedRow
  >(
    ['transactional_list', ...filters, direction].join('_'),
    `select m.id, m.sender, m.subject, m.tag, m.head from ${source}
     where m.account_id = $1 and m.id > $2 and m.id < $3
     ${rest.join('\n     ')}
     ${lead ? '' : `order by m.id ${direction}`} limit $4`,
  );
}

/**
 * Takes sorting out of the planner's choices for this transaction: for a range of unknown width it expects few rows and
 * would rather sort all of a common value's millions than walk them in order up to the limit.
 */
export const forbidSorting = statement<[], unknown>(
  'transactional_forbid_sorting',
  `select set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
     set_config('enable_bitmapscan', 'off', true)`,
);

/** A page of an account's messages, newest first. */
export async function listMessages(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  filters: ListFilters,
): Promise<ListedRow[]> {
  const used = NAMES.filter((name) => filters[name] !== undefined);
  const run = listStatement(used, bounds.ascending);
  const values = used.flatMap((name) => filters[name] ?? []);
  const rows = await db.transaction(async (tx) => {
    await forbidSorting(tx);
    return run(tx, accountId, bounds.above, bounds.below, bounds.limit, ...values);
  });
  // The statement finds the right ones; where a filter leads, their order is that of its index, not promised by SQL.
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** Every statement that `listMessages` can run, for the test that prepares them all. */
export function allListStatements() {
  const sets: FilterName[][] = [[]];
  for (const name of NAMES) {
    // A message has one status.
    const others = sets.filter((known) => name !== 'isDelivered' || !known.includes('statusCode'));
    sets.push(...others.map((known) => known.concat(name)));
  }
  return sets.flatMap((set) => [listStatement(set, true), listStatement(set, false)]);
}
