/** Waits for a condition that is checked again after each event. */
export interface Waiting {
  /**
   * Resolves with true when the condition is met, or with false at `endsAt`, a deadline according to
   * `performance.now()`.
   */
  until(isDone: () => boolean, endsAt: number): Promise<boolean>;
  /** Makes the waiter check its condition again. */
  wake(): void;
}

/** Creates an object that one caller at a time can wait on. */
export function createWaiting(): Waiting {
  let wake: (() => void) | undefined;

  return {
    async until(isDone, endsAt) {
      while (!isDone()) {
        const remainingMs = endsAt - performance.now();
        if (remainingMs <= 0) {
          // Let Node first read the data that has already arrived. After a suspension of the whole process, timers fire
          // before this data is read.
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
