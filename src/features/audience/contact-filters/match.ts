import type { Database, Db } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import { conditionsWithin, type ResolvedFilter } from './filter.ts';
import { amongStatement, countStatement, idFurtherOn, idsStatement } from './match-queries.ts';
import { formOf, plannedForContacts } from './plans.ts';
import { contactsCounter } from './queries.ts';

/**
 * The first query checks at most this many contacts per requested contact, one by one. If it does not find enough
 * matches, a second query lets PostgreSQL choose the plan.
 */
const EXAMINED = 20;

/**
 * Returns the exact number of contacts of the account that currently match a filter. Reads a counter if one exists.
 * Otherwise counts the contacts with a custom query plan, because planning takes little time compared with a large
 * count.
 */
export async function countMatching(
  db: Database,
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
): Promise<number> {
  const counter = counterOf(filter);
  if (counter) return (await counter(db, accountId))[0]?.contacts ?? 0;
  const asking = countStatement(accountId, filter, now);
  const [row] = await plannedForContacts(db, { accountId, filter }, (tx) =>
    tx.query<{ readonly contacts: number }>(asking, asking.values),
  );
  return row?.contacts ?? 0;
}

type Counter = (db: Db, accountId: number) => Promise<readonly { readonly contacts: number }[]>;

/** Returns the function that reads the stored count for a filter, or undefined if the contacts must be counted. */
export function counterOf({ all }: ResolvedFilter): Counter | undefined {
  const [only, ...others] = all.flatMap((one) => conditionsWithin(one));
  if (only === undefined) return contactsCounter;
  const [id, ...further] = Array.isArray(only.value) ? (only.value as number[]) : [];
  const isInGroup = only.path !== only.name;
  if (isInGroup || others.length > 0 || id === undefined || further.length > 0) return undefined;
  const { counter } = only.condition;
  return counter && (async (db, accountId) => counter(db, accountId, id));
}

/**
 * Returns the IDs of up to `limit` matching contacts after `afterId`, in ascending order, for jobs that continue where
 * they stopped. PostgreSQL often cannot estimate the number of matches. Therefore first checks a limited number of
 * contacts one by one, which is fast if many contacts match. If this does not find enough contacts, lets PostgreSQL
 * start from the rarest condition. If the caller passes a transaction, its later statements use custom plans too.
 */
export async function matchingIds(
  db: Db,
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly number[]> {
  return plannedForContacts(db, { accountId, filter }, async (tx, unexpected) => {
    const find = async (window: Parameters<typeof idsStatement>[3], form: Form) => {
      const asking = idsStatement(accountId, filter, now, window, form);
      return (await tx.query<{ readonly id: number }>(asking, asking.values)).map(({ id }) => id);
    };
    const lastId = (await idFurtherOn(tx, accountId, afterId, limit * EXAMINED))[0]?.id;
    const near = await find({ afterId, lastId, limit }, formOf('probed', unexpected));
    if (lastId === undefined || near.length === limit) return near;
    const far = await find({ afterId: lastId, limit: limit - near.length }, 'joined');
    return [...near, ...far];
  });
}

/** Returns the given contacts that match a filter. Checks the contacts one by one, so pass at most a few thousand. */
export async function matchingAmong(
  db: Db,
  accountId: number,
  filter: ResolvedFilter,
  now: Date,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await plannedForContacts(db, { accountId, filter }, async (tx, unexpected) => {
    const asking = amongStatement(accountId, filter, now, ids, formOf('probed', unexpected));
    return tx.query<{ readonly id: number }>(asking, asking.values);
  });
  return new Set(rows.map(({ id }) => id));
}
