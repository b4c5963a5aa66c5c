/** Lets a limited number of things happen at once; the others wait in order. */
export interface Turns {
  /** True when the turn came within `withinMs`; it must be given back then. */
  take(withinMs: number): Promise<boolean>;
  giveBack(): void;
}

/** Turns for `limit` things at once. */
export function createTurns(limit: number): Turns {
  let free = limit;
  const waiting = new Set<() => void>();
  return {
    take(withinMs) {
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
    giveBack() {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
  };
}
