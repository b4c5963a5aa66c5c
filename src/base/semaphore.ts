/** Limits the number of concurrent operations. Further callers wait in order. */
export interface Semaphore {
  /**
   * Resolves with true once the caller has acquired a slot, or with false after `withinMs` milliseconds. The caller
   * must release its slot.
   */
  acquire(withinMs: number): Promise<boolean>;
  release(): void;
}

/** Creates a semaphore with `limit` slots. */
export function createSemaphore(limit: number): Semaphore {
  let free = limit;
  const waiting = new Set<() => void>();
  return {
    acquire(withinMs) {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const start = (): void => {
          clearTimeout(timer);
          waiting.delete(start);
          resolve(true);
        };
        const timer = setTimeout(() => {
          waiting.delete(start);
          resolve(false);
        }, withinMs);
        waiting.add(start);
      });
    },
    release() {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}
