import type { Db, Tx } from '../../../base/db.ts';
import { keepOwned, ownedOf } from './owned-queries.ts';

/** Those of the ids that are lists of the account; deleted ones are none. */
export async function ownedLists(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}

/** The same; nobody deletes them until the transaction ends. Taken before what uses them. */
export async function keptLists(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await keepOwned(tx, accountId, ids)).map(({ id }) => id));
}
