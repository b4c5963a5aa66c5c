/** Lets a few calls run at once; the others wait in the order in which they came. */
export interface Turns {
  /** Runs `work` when its turn comes, at once where one is free; settles as `work` does. */
  run(work: () => Promise<void>): Promise<void>;
}

/**
 * Turns for `atOnce` calls. One that takes longer than `patienceMs` waits for something else than its turn, a lock for
 * example, and keeps nobody waiting any more: its turn goes to the next.
 */
export function createTurns({ atOnce, patienceMs }: { readonly atOnce: number; readonly patienceMs: number }): Turns {
  let free = atOnce;
  const waiting = new Set<() => void>();

  const giveBack = (): void => {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  };

  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.add(resolve));
      let isHeld = true;
      const giveBackOnce = (): void => {
        if (isHeld) giveBack();
        isHeld = false;
      };
      const late = setTimeout(giveBackOnce, patienceMs);
      try {
        await work();
      } finally {
        clearTimeout(late);
        giveBackOnce();
      }
    },
  };
}
