import type { Db } from '../../../base/db.ts';
import { suppressionsOf, type SuppressionRow } from './queries.ts';

/**
 * Returns the reasons why addresses are suppressed, keyed by lower-case address. Runs no query if `addresses` is empty.
 */
export async function suppressionReasons(
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressionRow['reason']>> {
  if (addresses.length === 0) return new Map();
  const rows = await suppressionsOf(db, accountId, addresses);
  return new Map(rows.map(({ address, reason }) => [address, reason]));
}
