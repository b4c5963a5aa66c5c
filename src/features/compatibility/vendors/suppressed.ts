import type { Db } from '../../../base/db.ts';
import { suppressionReasons } from '../../sending/suppressions/index.ts';
import type { SendParts } from '../../transactional/messages/index.ts';
import type { SuppressedBy } from './types.ts';

/**
 * Those of the addresses that the account does not write to, in lower case, with why. Of those whose data was erased nothing
 * but a hash says so; why is forgotten with the rest.
 */
export async function suppressedAmong(
  parts: Pick<SendParts, 'suppressedByHash'>,
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressedBy>> {
  const listed = await suppressionReasons(db, accountId, addresses);
  const erased = await parts.suppressedByHash(accountId, addresses);
  return new Map([...erased.map((address) => [address.toLowerCase(), 'manual'] as const), ...listed]);
}
