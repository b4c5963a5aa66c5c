/** A semaphore for calls. Waiting calls start in order of arrival. */
export interface CallSlots {
  /** Runs `work` as soon as a slot is free. Resolves or rejects with the result of `work`. */
  run(work: () => Promise<void>): Promise<void>;
}

/**
 * Creates slots for `atOnce` concurrent calls. A call that takes longer than `maxDelayMs` passes its slot to the next
 * call, because it is probably waiting for a lock rather than keeping the database busy.
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

  const release = (): void => {
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
      const releaseOnce = (): void => {
        if (isHeld) release();
        isHeld = false;
      };
      const late = setTimeout(releaseOnce, maxDelayMs);
      try {
        await work();
      } finally {
        clearTimeout(late);
        releaseOnce();
      }
    },
  };
}
