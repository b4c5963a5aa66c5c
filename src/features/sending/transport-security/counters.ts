import type { Database } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { addResults } from './queries.ts';
import type { PolicyName, TlsResult } from './types.ts';

/** Maximum number of pending counters. At this limit, results that need a new counter are not counted. */
export const MAX_WAITING_COUNTERS = 20_000;
const FLUSH_EVERY_MS = 2_000;

interface Counter {
  readonly domain: string;
  readonly policy: PolicyName;
  readonly result: TlsResult;
  count: number;
}

/** Counts TLS results of sessions. Writes the counts in batches, independently of delivery. */
export interface TlsCounters {
  add(domain: string, policy: PolicyName, result: TlsResult): void;
  /** Writes the pending counters to the database. Keeps those that cannot be written. Never rejects. */
  flush(): Promise<void>;
  /** Flushes the pending counters and stops the timer. */
  close(): Promise<void>;
}

export function createTlsCounters(db: Database, log: Log): TlsCounters {
  let waiting = new Map<string, Counter>();
  let flushing: Promise<void> | undefined;
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();

  function add({ count, domain, policy, result }: Counter): void {
    const key = `${domain} ${policy} ${result}`;
    const counter = waiting.get(key);
    if (counter) counter.count += count;
    else if (waiting.size < MAX_WAITING_COUNTERS) waiting.set(key, { domain, policy, result, count });
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const counters = [...waiting.values()];
    waiting = new Map();
    try {
      await addResults(
        db,
        counters.map(({ domain }) => domain),
        counters.map(({ policy }) => policy),
        counters.map(({ result }) => result),
        counters.map(({ count }) => count),
      );
    } catch (error) {
      log.warn('TLS session counts could not be saved; retrying', { error: (error as Error).message });
      for (const counter of counters) add(counter);
    }
  }

  async function flush(): Promise<void> {
    // Flushes run one after the other. The next flush writes the counts that are added during this one.
    await flushing;
    flushing = write().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  return {
    add: (domain, policy, result) => add({ domain, policy, result, count: 1 }),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
