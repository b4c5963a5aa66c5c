import { setImmediate } from 'node:timers/promises';

/** Lets a few calls run at once; the others wait in the order in which they came. */
export interface CallSlots {
  /** Runs `work` when a slot is free, at once where one is; settles as `work` does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait for a slot. */
  waiting(): number;
}

/**
 * Slots for `atOnce` calls. One that takes longer than `patienceMs` waits for something else than the database's work, a lock
 * for example, and keeps nobody waiting any more: its slot goes to the next. Where `mayWait` wait already, the next one runs at once.
 */
export function createCallSlots({
  atOnce,
  mayWait = Number.POSITIVE_INFINITY,
  patienceMs,
}: {
  readonly atOnce: number;
  readonly mayWait?: number;
  readonly patienceMs: number;
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
    waiting: () => waiting.size,
    async run(work) {
      if (free > 0) free -= 1;
      else if (waiting.size >= mayWait) return work();
      else await new Promise<void>((resolve) => waiting.add(resolve));
      let isHeld = true;
      const giveBackOnce = (): void => {
        if (isHeld) giveBack();
        isHeld = false;
      };
      // Where the loop was late, not the call, its answer has come meanwhile and is read first.
      const late = setTimeout(() => void setImmediate().then(giveBackOnce), patienceMs);
      try {
        return await work();
      } finally {
        clearTimeout(late);
        giveBackOnce();
      }
    },
  };
}
