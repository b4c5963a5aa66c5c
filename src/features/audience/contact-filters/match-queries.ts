import { statement, type Statement } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import { conditionsWithin, sampleFilters, type ResolvedFilter } from './filter.ts';
import { searchWhereOf, whereOf } from './where.ts';

/**
 * A statement with its values. The statement has no name because there are too many combinations of conditions to keep
 * all of them prepared on every connection.
 */
export interface Asking {
  readonly name: '';
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns a statement that counts the contacts of the account ($1) that match a filter. */
export function countStatement(accountId: number, filter: ResolvedFilter, now: Date): Asking {
  const words = onlySearchOf(filter);
  // A search without other conditions needs only the table that has the search index.
  const { text, values } = words === undefined ? whereOf(filter, now, 2, 'counted') : searchWhereOf(words, 2);
  const from = words === undefined ? 'contact_stat s where s.account_id = $1' : 'contact c where c.account_id = $1';
  return asking(`select count(*) as contacts from ${from}\n${text}`, [accountId, ...values]);
}

/** Returns the search text of a filter without other conditions, or undefined for any other filter. */
function onlySearchOf({ all }: ResolvedFilter): string | undefined {
  const [only, ...others] = all.flatMap((one) => conditionsWithin(one));
  return only?.path === 'query' && others.length === 0 ? String(only.value) : undefined;
}

/** Range of contact IDs to read. */
export interface IdWindow {
  readonly afterId: number;
  /** Last ID of the range. If undefined, the range ends at the last contact. */
  readonly lastId?: number | undefined;
  readonly limit: number;
}

/**
 * Returns a statement that selects the IDs of matching contacts in a range, in ascending order. Uses the primary key.
 */
export function idsStatement(
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
  { afterId, lastId, limit }: IdWindow,
  form: Form,
): Asking {
  const { text, values } = whereOf(filter, now, 5, form);
  return asking(
    `select s.contact_id as id from contact_stat s
     where s.account_id = $1 and s.contact_id > $2::bigint and s.contact_id <= $3::bigint
     ${text}
     order by s.contact_id limit $4::bigint`,
    [accountId, afterId, lastId ?? Number.MAX_SAFE_INTEGER, limit, ...values],
  );
}

/** Returns a statement that selects the given contacts that match a filter. Uses the primary key. */
export function amongStatement(
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
  ids: readonly number[],
  form: Form,
): Asking {
  const { text, values } = whereOf(filter, now, 3, form);
  return asking(
    `select s.contact_id as id from contact_stat s
     where s.account_id = $1 and s.contact_id = any($2::bigint[])
     ${text}`,
    [accountId, ids, ...values],
  );
}

function asking(text: string, values: readonly unknown[]): Asking {
  return { name: '', text, values };
}

/** Returns the contact that is `places` positions after `afterId`, in ascending order of IDs. Uses the primary key. */
export const idFurtherOn = statement<[accountId: number, afterId: number, places: number], { readonly id: number }>(
  'contact_filters_further_on',
  `select contact_id as id from contact_stat where account_id = $1 and contact_id > $2
   order by contact_id offset $3::bigint - 1 limit 1`,
);

/** Returns statements that cover every condition, for the test that prepares them. */
export function allMatchStatements(): Statement<[], unknown>[] {
  const [now, window] = [new Date(0), { afterId: 0, limit: 1 }];
  return sampleFilters().flatMap((filter, index) => [
    statement<[], unknown>(`contact_filters_count_${index}`, countStatement(1, filter, now).text),
    statement<[], unknown>(`contact_filters_join_${index}`, idsStatement(1, filter, now, window, 'joined').text),
    statement<[], unknown>(`contact_filters_probe_${index}`, idsStatement(1, filter, now, window, 'probed').text),
  ]);
}
