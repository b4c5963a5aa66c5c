import { statement, type Db } from '../../base/db.ts';
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
  readonly statusCode?: number;
}

const RECIPIENTS = 'from delivery d where d.account_id = $1 and d.message_id = m.id';

/** What each filter adds to the statement; `?` is its parameter. */
const CLAUSES: Readonly<Record<keyof ListFilters, string>> = {
  tag: 'm.tag = ?',
  from: `(lower(m.sender) = ? or right(lower(m.sender), length(?) + 2) = '<' || ? || '>')`,
  to: `exists (select ${RECIPIENTS} and lower(d.recipient) = ?)`,
  statusCode: `(select max(d.status) ${RECIPIENTS}) = ?`,
};

const NAMES = ['tag', 'from', 'to', 'statusCode'] as const;
const FIRST_FILTER_PARAMETER = 5;

/**
 * The statement of one set of filters: each set is planned for what it filters. Walks the primary key of message,
 * partition by partition, so that a page costs the same however many messages lie behind it.
 */
export function listStatement(filters: readonly (keyof ListFilters)[], ascending: boolean) {
  const clauses = filters.map((name, index) => {
    const type = name === 'statusCode' ? 'smallint' : 'text';
    return `and ${CLAUSES[name].replaceAll('?', `$${FIRST_FILTER_PARAMETER + index}::${type}`)}`;
  });
  const direction = ascending ? 'asc' : 'desc';
  return statement<
    [accountId: number, above: string, below: string, limit: number, ...filters: (string | number)[]],
    ListedRow
  >(
    ['transactional_list', ...filters, direction].join('_'),
    `select m.id, m.sender, m.subject, m.tag, m.head from message m
     where m.account_id = $1 and m.id > $2 and m.id < $3
     ${clauses.join('\n     ')}
     order by m.id ${direction} limit $4`,
  );
}

/** A page of an account's messages, newest first. */
export async function listMessages(
  db: Db,
  accountId: number,
  bounds: PageBounds,
  filters: ListFilters,
): Promise<ListedRow[]> {
  const used = NAMES.filter((name) => filters[name] !== undefined);
  const run = listStatement(used, bounds.ascending);
  const values = used.flatMap((name) => filters[name] ?? []);
  const rows = await run(db, accountId, bounds.above, bounds.below, bounds.limit, ...values);
  return bounds.ascending ? rows.reverse() : rows;
}

/** Every statement that `listMessages` can run, for the test that prepares them all. */
export function allListStatements() {
  const sets: (keyof ListFilters)[][] = [[]];
  for (const name of NAMES) sets.push(...sets.map((known) => [...known, name]));
  return sets.flatMap((set) => [listStatement(set, true), listStatement(set, false)]);
}
