import type { Db } from '../../../base/db.ts';
import { addSuppressions, parseSuppressible } from '../../sending/suppressions/index.ts';
import { isFault } from '../../../mail/address.ts';
import type { Unsubscription } from './links.ts';
import {
  audiencesOf,
  deleteUnsubscribe,
  insertUnsubscribes,
  unsubscribedAmong,
  unsubscribesAfter,
  unsubscribesBefore,
  type UnsubscribeRow,
} from './queries.ts';

/** Unsubscribes the recipient of an email. Has no effect if the recipient is already unsubscribed. */
export async function unsubscribeRecipient(
  { db, sandboxDomain }: { readonly db: Db; readonly sandboxDomain: string },
  { accountId, address, audience, vendor }: Unsubscription,
): Promise<void> {
  if (audience !== '') {
    await insertUnsubscribes(db, accountId, vendor, audience, [address.toLowerCase()], true);
    return;
  }
  const parsed = parseSuppressible(address, sandboxDomain);
  if (!isFault(parsed)) await addSuppressions(db, accountId, { addresses: [parsed], detail: 'Unsubscribed' });
}

/** Unsubscribes addresses from an audience on behalf of the account. */
export async function addUnsubscribes(
  db: Db,
  accountId: number,
  vendor: string,
  audience: string,
  addresses: readonly string[],
): Promise<void> {
  const lower = addresses.map((address) => address.toLowerCase());
  await insertUnsubscribes(db, accountId, vendor, audience, lower, false);
}

/**
 * Subscribes an address again to an audience, and to audiences named `<audience> <suffix>`. Returns whether the address
 * was unsubscribed.
 */
export async function removeUnsubscribe(
  db: Db,
  accountId: number,
  vendor: string,
  audience: string,
  address: string,
): Promise<boolean> {
  return (await deleteUnsubscribe(db, accountId, vendor, audience, address.toLowerCase())).length > 0;
}

/** Returns the addresses, in lowercase, that are unsubscribed from any of the audiences. */
export async function findUnsubscribed(
  db: Db,
  accountId: number,
  vendor: string,
  audiences: readonly string[],
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (audiences.length === 0 || addresses.length === 0) return new Set();
  const lower = addresses.map((address) => address.toLowerCase());
  return new Set((await unsubscribedAmong(db, accountId, vendor, audiences, lower)).map(({ address }) => address));
}

/** A page of unsubscribed addresses: the next addresses after an address, or the last ones before an address. */
interface UnsubscribePage {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
}

/**
 * Returns a page of addresses that are unsubscribed from the audience, or from an audience whose name is the same name,
 * a space, and a suffix.
 */
export async function listUnsubscribes(
  db: Db,
  accountId: number,
  vendor: string,
  audience: string,
  { after = '', before, limit }: UnsubscribePage,
): Promise<readonly UnsubscribeRow[]> {
  if (before === undefined) return unsubscribesAfter(db, accountId, vendor, audience, after, limit);
  return (await unsubscribesBefore(db, accountId, vendor, audience, before, limit)).toReversed();
}

export async function unsubscribedAudiences(db: Db, accountId: number, vendor: string, address: string) {
  return audiencesOf(db, accountId, vendor, address.toLowerCase());
}
