import type { Clock } from './clock.ts';
import type { DnsAnswer, DnsRecord, KeptAnswer } from './dns-answer.ts';

/** Most answers that are kept; the oldest goes first. */
export const MAX_KEPT_ANSWERS = 10_000;

/** Answers for as long as they may be used. */
export interface DnsCache {
  find(key: string): DnsAnswer<DnsRecord> | undefined;
  keep(key: string, kept: KeptAnswer): void;
}

/** A cache that counts time by the given clock. */
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
      // Written anew, an entry is the youngest again.
      entries.delete(key);
      entries.set(key, { answer, endsAtMs: clock.now() + keepSeconds * 1_000 });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_KEPT_ANSWERS && oldest !== undefined) entries.delete(oldest);
    },
  };
}
