import type { Clock } from './clock.ts';

const MAX_ENTRIES = 10_000;

/** Remembers what was loaded under a key for some time. */
export interface ShortCache<T> {
  /** The value of `key`, loaded when it is unknown or too old; those who ask together load once. */
  get(key: string, load: () => Promise<T>): Promise<T>;
}

/** A cache of at most 10,000 entries; the oldest goes first. Failures are not remembered. */
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
      // Whoever asked meets the failure; the next one loads again.
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const oldest = entries.keys().next().value;
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return value;
    },
  };
}
