/** Wakes a loop early; a ring between `reset` and `wait` is not lost. */
export interface Alarm {
  ring(): void;
  reset(): void;
  /** Resolves at the next ring, or after so long; at once when it rang since the last reset. */
  wait(ms: number): Promise<void>;
}

/** An alarm of one loop: only one may wait at a time. */
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
