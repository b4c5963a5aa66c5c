import type { Db } from '../../../base/db.ts';
import { suppressionReasons } from '../../sending/suppressions/index.ts';
import type { SendParts } from '../../transactional/messages/index.ts';
import type { SuppressedBy } from './types.ts';

/**
 * Returns the suppressed addresses in lowercase, each with its reason. For people whose data was erased, only a hash is
 * stored and the reason is unknown.
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
