import type { Database, Db } from '../../../base/db.ts';
import type { Form } from './clauses.ts';
import { conditionsOf, type ResolvedFilter } from './filter.ts';
import { countStatement, idFurtherOn, idsStatement } from './match-queries.ts';
import { formOf, plannedForContacts } from './plans.ts';
import { contactsCounter } from './queries.ts';

/** How many contacts are looked at one by one for each that is asked for, before PostgreSQL may look for them its own way. */
const LOOKED_AT = 20;

/**
 * How many contacts of the account keep a filter now, exactly: by a counter where one says it, else counted with a plan for
 * the very values, which a count of many is worth.
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

/** The counter that says how many keep a filter; undefined where they must be counted. */
export function counterOf({ all }: ResolvedFilter): Counter | undefined {
  const [only, ...others] = all.flatMap(conditionsOf);
  if (only === undefined) return contactsCounter;
  const [id, ...further] = Array.isArray(only.value) ? (only.value as number[]) : [];
  if (others.length > 0 || id === undefined || further.length > 0) return undefined;
  const { counter } = only.condition;
  return counter && (async (db, accountId) => counter(db, accountId, id));
}

/**
 * Ids of contacts that keep a filter, in ascending order behind `afterId`, at most `limit`: for jobs that go on where they
 * were. Where many keep it, the next ones are soon found by looking at one contact after the other; where few do, PostgreSQL
 * finds them by what is rare about them. How many there are it often cannot tell, so the first way is gone for a while. In a
 * transaction, its statements are planned for their values from then on.
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
    const lastId = (await idFurtherOn(tx, accountId, afterId, limit * LOOKED_AT))[0]?.id;
    const near = await find({ afterId, lastId, limit }, formOf('probed', unexpected));
    if (lastId === undefined || near.length === limit) return near;
    const far = await find({ afterId: lastId, limit: limit - near.length }, 'joined');
    return [...near, ...far];
  });
}
