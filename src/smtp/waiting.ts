/** One waiter for a condition that events bring about. */
export interface Waiting {
  /** Resolves with true once the condition holds; with false at `endsAt`, on the clock of `performance.now()`. */
  until(isDone: () => boolean, endsAt: number): Promise<boolean>;
  /** Makes the waiter look at its condition again. */
  wake(): void;
}

/** A place for one waiter at a time. */
export function createWaiting(): Waiting {
  let wake: (() => void) | undefined;

  return {
    async until(isDone, endsAt) {
      while (!isDone()) {
        const remainingMs = endsAt - performance.now();
        if (remainingMs <= 0) {
          // After a pause of the whole process timers come before what has long arrived: that is heard first.
          await new Promise((resolve) => setImmediate(resolve));
          return isDone();
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.ceil(remainingMs));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      return true;
    },
    wake: () => wake?.(),
  };
}
