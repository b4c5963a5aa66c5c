/** Lets a limited number of things happen at once; the others wait in order. */
export interface Semaphore {
  /** True when the turn came within `withinMs`; it must be released then. */
  acquire(withinMs: number): Promise<boolean>;
  release(): void;
}

/** A semaphore for `limit` things at once. */
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
