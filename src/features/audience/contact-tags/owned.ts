import type { Db } from '../../../base/db.ts';
import { ownedOf } from './owned-queries.ts';

/** Those of the ids that are tags of the account; deleted ones are none. */
export async function ownedTags(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await ownedOf(db, accountId, ids)).map(({ id }) => id));
}
