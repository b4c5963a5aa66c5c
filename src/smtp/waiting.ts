/** Waits for a condition that depends on events. */
export interface Waiting {
  /** Resolves with true when the condition is met, or with false at `endsAt` on the clock of `performance.now()`. */
  until(isDone: () => boolean, endsAt: number): Promise<boolean>;
  /** Makes the waiter check its condition again. */
  wake(): void;
}

/** Creates an object on which one caller at a time can wait. */
export function createWaiting(): Waiting {
  let wake: (() => void) | undefined;

  return {
    async until(isDone, endsAt) {
      while (!isDone()) {
        const remainingMs = endsAt - performance.now();
        if (remainingMs <= 0) {
          // After the whole process was suspended, timers fire before data that arrived earlier is read. Let the data
          // be read first.
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
