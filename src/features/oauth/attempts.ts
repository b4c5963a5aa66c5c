import type { Db } from '../../base/db.ts';
import { countAttempt } from './client-queries.ts';
import { MAX_REGISTRATIONS, MAX_REQUESTS } from './limits.ts';

const LIMITS = { authorize: MAX_REQUESTS, register: MAX_REGISTRATIONS } as const;

/** Counts what an address makes us keep, and says whether it is more than it may in an hour. */
export async function isOverLimit(db: Db, kind: keyof typeof LIMITS, clientAddress: string): Promise<boolean> {
  const [counted] = await countAttempt(db, kind, networkOf(clientAddress));
  return (counted?.attempts ?? 0) > LIMITS[kind];
}

/** One who has an IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - first.length - last.length);
  const groups = tail === undefined ? first : first.concat(Array<string>(missing).fill('0'), last);
  return `${groups.slice(0, 4).join(':')}::/64`;
}
