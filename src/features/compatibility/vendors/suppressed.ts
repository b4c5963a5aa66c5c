import type { Db } from '../../../base/db.ts';
import { suppressionReasons } from '../../sending/suppressions/index.ts';
import type { SendParts } from '../../transactional/messages/index.ts';
import type { SuppressedBy, VendorFacts } from './types.ts';
import { findUnsubscribed } from '../unsubscribes/index.ts';

/** Returns the addresses, in lowercase, that are suppressed or unsubscribed from an audience of the email. */
export async function excludedFrom(
  parts: Pick<SendParts, 'suppressedByHash'>,
  db: Db,
  accountId: number,
  { audiences = [], vendor }: Pick<VendorFacts, 'audiences' | 'vendor'>,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressedBy>> {
  const unsubscribed = await findUnsubscribed(db, accountId, vendor, audiences, addresses);
  const suppressed = await suppressedAmong(parts, db, accountId, addresses);
  return new Map([...[...unsubscribed].map((address) => [address, 'manual'] as const), ...suppressed]);
}

/**
 * Returns the suppressed addresses in lowercase, each with its reason. For people whose data was erased, only a hash is
 * stored and the reason is unknown.
 */
async function suppressedAmong(
  parts: Pick<SendParts, 'suppressedByHash'>,
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SuppressedBy>> {
  const listed = await suppressionReasons(db, accountId, addresses);
  const erased = await parts.suppressedByHash(accountId, addresses);
  return new Map([...erased.map((address) => [address.toLowerCase(), 'manual'] as const), ...listed]);
}
