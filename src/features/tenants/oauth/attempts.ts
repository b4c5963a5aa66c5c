import type { Db } from '../../../base/db.ts';
import { networkOf } from '../../../base/ip-address.ts';
import { countAttempt } from './client-queries.ts';
import { MAX_REGISTRATIONS, MAX_REQUESTS } from './limits.ts';

const LIMITS = { authorize: MAX_REQUESTS, register: MAX_REGISTRATIONS } as const;

/**
 * Counts an attempt from the network of a client address. Returns whether the network has exceeded its hourly limit.
 */
export async function isOverLimit(db: Db, kind: keyof typeof LIMITS, clientAddress: string): Promise<boolean> {
  const [counted] = await countAttempt(db, kind, networkOf(clientAddress));
  return (counted?.attempts ?? 0) > LIMITS[kind];
}
