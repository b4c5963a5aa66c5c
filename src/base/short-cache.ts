import type { Clock } from './clock.ts';

const MAX_ENTRIES = 10_000;

/** Caches loaded values by key for a limited time. */
export interface ShortCache<T> {
  /**
   * Returns the cached value of `key`. Loads the value if it is not cached or has expired. Concurrent callers share one
   * load.
   */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

/** Creates a cache that holds at most 10,000 entries and evicts the oldest. Does not cache failures. */
export function createShortCache<T>(clock: Clock, maxAgeMs: number): ShortCache<T> {
  const entries = new Map<string, { readonly loadedAtMs: number; readonly value: Promise<T> }>();
  return {
    get(key, load) {
      const known = entries.get(key);
      if (known && clock.now() - known.loadedAtMs < maxAgeMs) return known.value;
      const value = load();
      const entry = { loadedAtMs: clock.now(), value };
      entries.delete(key);
      entries.set(key, entry);
      // The current callers get the error, and the next call loads the value again.
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}
