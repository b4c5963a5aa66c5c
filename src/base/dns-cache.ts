import type { Clock } from './clock.ts';
import type { DnsAnswer, DnsRecord, CachedAnswer } from './dns-answer.ts';

/** Maximum number of cached DNS answers. The oldest answer is evicted first. */
export const MAX_KEPT_ANSWERS = 10_000;

/** Cache of DNS answers that have not expired. */
export interface DnsCache {
  find(key: string): DnsAnswer<DnsRecord> | undefined;
  keep(key: string, kept: CachedAnswer): void;
}

/** Creates a cache that uses the given clock. */
export function createDnsCache(clock: Clock): DnsCache {
  const entries = new Map<string, { readonly answer: DnsAnswer<DnsRecord>; readonly endsAtMs: number }>();
  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const remainingMs = entry.endsAtMs - clock.now();
      if (remainingMs <= 0) {
        entries.delete(key);
        return undefined;
      }
      const { answer } = entry;
      return answer.kind === 'found' ? { ...answer, ttlSeconds: Math.ceil(remainingMs / 1_000) } : answer;
    },
    keep(key, { answer, keepSeconds }) {
      // Delete the entry first, so that it becomes the newest.
      entries.delete(key);
      entries.set(key, { answer, endsAtMs: clock.now() + keepSeconds * 1_000 });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_KEPT_ANSWERS && oldest !== undefined) entries.delete(oldest);
    },
  };
}
