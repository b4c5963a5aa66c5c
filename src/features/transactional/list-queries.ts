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
  /** The state of any recipient, one that is not `delivered`: has an index. */
  readonly statusCode?: number;
  readonly isDelivered?: true;
  /** Of the sender. */
  readonly domain?: string;
}

type FilterName = keyof ListFilters;

/**
 * Messages that a page looks at, at most, when filters have to be looked up one by one: two that each match often may
 * never match together. What is left is for the next page.
 */
export const MAX_CANDIDATES = 5_000;

const SENDER_DOMAIN = "split_part(sender_address(m.sender), '@', 2)";
const RECIPIENTS = 'from delivery d where d.account_id = $1 and d.message_id = m.id';

/**
 * What a filter that does not lead adds to the statement; `?` is its parameter. `offset 0` keeps it a look-up for each
 * message: as a join it would begin with all recipients.
 */
const CLAUSES: Readonly<Record<FilterName, string>> = {
  tag: 'm.tag = ?::text',
  from: 'sender_address(m.sender) = ?::text',
  to: `exists (select ${RECIPIENTS} and lower(d.recipient) = ?::text offset 0)`,
  statusCode: `exists (select ${RECIPIENTS} and d.status = ?::smallint offset 0)`,
  isDelivered: `?::boolean and exists (select ${RECIPIENTS} and d.status = 7 offset 0)`,
  domain: `${SENDER_DOMAIN} = ?::text`,
};

type Direction = 'asc' | 'desc';

/**
 * Where a filter that leads finds its messages, in the order of their ids and one at a time, each with its index. The
 * value is asked for as a range of one and named in the order, so that no other index can give that order: with `=` the
 * planner may walk the primary key instead, which for a value that is rare reads everything.
 */
const LEADS: Readonly<Record<FilterName, (direction: Direction) => string>> = {
  to: (direction) => `
    select d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and lower(d.recipient) >= ?::text and lower(d.recipient) <= ?::text
    order by lower(d.recipient) ${direction}, d.message_id ${direction}`,
  // Distinct: many recipients of a message may be in the state, and it is one row of the page.
  statusCode: (direction) => `
    select distinct d.status, d.message_id as id from delivery d
    where d.account_id = $1 and d.message_id > $2 and d.message_id < $3
      and d.status < 7 and d.status >= ?::smallint and d.status <= ?::smallint
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
  // Most messages are delivered: their index would be the primary key again.
  isDelivered: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::boolean
    order by m.id ${direction}`,
  // Most messages of an account are of one domain or of a few.
  domain: (direction) => `
    select m.id from message m
    where m.account_id = $1 and m.id > $2 and m.id < $3 and ?::text is not null
    order by m.id ${direction}`,
};

/** What is to be checked of a message that the leading filter has found. */
const CHECKS: Readonly<Partial<Record<FilterName, string>>> = {
  isDelivered: `exists (select ${RECIPIENTS} and d.status = 7 offset 0)`,
  domain: `${SENDER_DOMAIN} = ?::text`,
};

/** The filters, those that find the fewest messages first. */
const NAMES = ['to', 'statusCode', 'tag', 'from', 'isDelivered', 'domain'] as const;
const FIRST_FILTER_PARAMETER = 5;

type Values = [accountId: number, above: string, below: string, limit: number, ...(string | number | boolean)[]];

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
  const name = ['transactional_list', ...filters, direction].join('_');
  const columns = 'm.id, m.sender, m.subject, m.tag, m.head';
  if (first === undefined) {
    return statement<Values, ListedRow>(
      name,
      `select ${columns} from message m
       where m.account_id = $1 and m.id > $2 and m.id < $3
       order by m.id ${direction} limit $4`,
    );
  }
  const check = CHECKS[first];
  const conditions = [
    ...(check === undefined ? [] : [bound(check, 0)]),
    ...others.map((other, index) => bound(CLAUSES[other], index + 1)),
  ];
  return statement<Values, ListedRow>(
    name,
    `select ${columns} from (${bound(LEADS[first](direction), 0)} limit ${MAX_CANDIDATES}) found
     cross join lateral (select * from message where account_id = $1 and id = found.id offset 0) m
     ${conditions.length > 0 ? `where ${conditions.join('\n     and ')}` : ''}
     limit $4`,
  );
}

/** The last message that a page with this leading filter looks at, when there may be more behind it. */
export function boundaryStatement(first: FilterName, ascending: boolean) {
  const direction = ascending ? 'asc' : 'desc';
  return statement<Values, { readonly id: string }>(
    `transactional_list_boundary_${first}_${direction}`,
    `select found.id from (${bound(LEADS[first](direction), 0)} limit ${MAX_CANDIDATES}) found
     offset ${MAX_CANDIDATES - 1} limit $4`,
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

/** A page of an account's messages. */
export async function listMessages(
  db: Database,
  accountId: number,
  bounds: PageBounds,
  filters: ListFilters,
): Promise<FoundPage> {
  const used = NAMES.filter((name) => filters[name] !== undefined);
  const values = used.flatMap((name) => filters[name] ?? []);
  const { above, below, limit, ascending } = bounds;
  // One state for both statements: what is accepted between them would move the place where the page stopped.
  return db.transaction(
    async (tx) => {
      await forbidSorting(tx);
      const found = await listStatement(used, ascending)(tx, accountId, above, below, limit, ...values);
      // The statement finds the right ones; where a filter leads, their order is that of its index, not promised by SQL.
      const rows = found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
      if (rows.length >= limit) return { rows, stoppedAt: undefined };
      const [first] = used;
      if (first === undefined || (used.length === 1 && CHECKS[first] === undefined))
        return { rows, stoppedAt: undefined };
      const run = boundaryStatement(first, ascending);
      const [boundary] = await run(tx, accountId, above, below, 1, ...values.slice(0, 1));
      return { rows, stoppedAt: boundary?.id };
    },
    { isSnapshot: true },
  );
}

/** Every statement that `listMessages` can run, for the test that prepares them all. */
export function allListStatements() {
  const sets: FilterName[][] = [[]];
  for (const name of NAMES) {
    // A message has one status.
    const others = sets.filter((known) => name !== 'isDelivered' || !known.includes('statusCode'));
    sets.push(...others.map((known) => known.concat(name)));
  }
  return [
    ...sets.flatMap((set) => [listStatement(set, true), listStatement(set, false)]),
    ...NAMES.flatMap((name) => [boundaryStatement(name, true), boundaryStatement(name, false)]),
  ];
}
