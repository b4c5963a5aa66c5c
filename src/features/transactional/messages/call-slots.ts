/** Lets a few calls run at once; the others wait in the order in which they came. */
export interface CallSlots {
  /** Runs `work` when a slot is free, at once where one is; settles as `work` does. */
  run(work: () => Promise<void>): Promise<void>;
}

/**
 * Slots for `atOnce` calls. One that takes longer than `maxDelayMs` waits for something else than the database's work, a lock
 * for example, and keeps nobody waiting any more: its slot goes to the next.
 */
export function createCallSlots({
  atOnce,
  maxDelayMs,
}: {
  readonly atOnce: number;
  readonly maxDelayMs: number;
}): CallSlots {
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
      const late = setTimeout(giveBackOnce, maxDelayMs);
      try {
        await work();
      } finally {
        clearTimeout(late);
        giveBackOnce();
      }
    },
  };
}
