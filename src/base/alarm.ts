/** Wakes a sleeping loop early. A `ring` between `reset` and `wait` is not lost. */
export interface Alarm {
  ring(): void;
  reset(): void;
  /**
   * Resolves when `ring` is called, or after `ms`. Resolves immediately if `ring` has been called since the last
   * `reset`.
   */
  wait(ms: number): Promise<void>;
}

/** Creates an alarm for a single loop. Only one `wait` may be pending at a time. */
export function createAlarm(): Alarm {
  let rung = false;
  let wakeUp = (): void => {};
  return {
    ring() {
      rung = true;
      wakeUp();
    },
    reset() {
      rung = false;
    },
    wait(ms) {
      if (rung) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
