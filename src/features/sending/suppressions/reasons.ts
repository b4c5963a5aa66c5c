import type { Db } from '../../../base/db.ts';
import { suppressionsOf, type SuppressionRow } from './queries.ts';

/** Why addresses are on an account's list: those of them that are, in lower case. Asks nothing where none is given. */
export async function suppressionReasons(
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionRow['reason']>> {
  if (addresses.length === 0) return new Map();
  const rows = await suppressionsOf(db, accountId, addresses);
  return new Map(rows.map(({ address, reason }) => [address, reason]));
}
