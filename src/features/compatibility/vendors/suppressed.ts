import { createBatcher, type Batcher } from '../../../base/batcher.ts';
import type { Db } from '../../../base/db.ts';
import { suppressionReasons } from '../../sending/suppressions/index.ts';
import type { VendorParts } from './parts.ts';
import type { SuppressedBy, VendorFacts } from './types.ts';
import { findUnsubscribed } from '../unsubscribes/index.ts';

/** Maximum number of requests per query, and of requests and bytes of addresses that wait for the next query. */
const MAX_REQUESTS = 256;
const MAX_WAITING = 4_000;
const MAX_BYTES = 8 * 1024 * 1024;

type Reasons = ReadonlyMap<string, SuppressedBy>;

/**
 * Creates a lookup that combines concurrent requests of an account. While a query runs, further requests are collected,
 * and the next query answers all of them.
 */
export function createFindReasons(db: Db): VendorParts['findReasons'] {
  const lookups = new Map<number, { readonly batcher: Batcher<readonly string[], Reasons>; pending: number }>();
  return async (accountId, addresses) => {
    if (addresses.length === 0) return new Map();
    const lookup = lookups.get(accountId) ?? { batcher: createLookup(db, accountId), pending: 0 };
    lookups.set(accountId, lookup);
    lookup.pending += 1;
    try {
      return await lookup.batcher.add(addresses);
    } finally {
      lookup.pending -= 1;
      if (lookup.pending === 0) lookups.delete(accountId);
    }
  };
}

function createLookup(db: Db, accountId: number): Batcher<readonly string[], Reasons> {
  return createBatcher({
    // Each request receives the reasons of all addresses in its batch, and reads those of its own addresses.
    flush: async (all) => {
      const value = await suppressionReasons(db, accountId, [...new Set(all.flat())]);
      return all.map(() => ({ ok: true, value }));
    },
    bytesOf: (addresses) => addresses.reduce((sum, address) => sum + address.length, 0),
    maxBatch: MAX_REQUESTS,
    maxBatchBytes: MAX_BYTES,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_BYTES,
  });
}

/**
 * Returns the given addresses, in lowercase, that are suppressed or unsubscribed from an audience of the email, each with
 * its reason. For people whose data was erased, only a hash is stored and the reason is unknown.
 */
export async function excludedFrom(
  { db, findReasons, suppressedByHash }: Pick<VendorParts, 'db' | 'findReasons' | 'suppressedByHash'>,
  accountId: number,
  { audiences = [], vendor }: Pick<VendorFacts, 'audiences' | 'vendor'>,
  addresses: readonly string[],
): Promise<Reasons> {
  const unsubscribed = await findUnsubscribed(db, accountId, vendor, audiences, addresses);
  const listed = await findReasons(accountId, addresses);
  const erased = new Set(await suppressedByHash(accountId, addresses));
  const excluded = new Map<string, SuppressedBy>();
  for (const address of addresses) {
    const key = address.toLowerCase();
    const reason = listed.get(key) ?? (erased.has(address) || unsubscribed.has(key) ? 'manual' : undefined);
    if (reason) excluded.set(key, reason);
  }
  return excluded;
}
