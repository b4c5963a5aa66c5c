/** Counts work in progress. */
export interface Running {
  begin(): void;
  /** Records the end of work. Must be called once for each `begin`. */
  end(): void;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
}

export function createRunning(): Running {
  let count = 0;
  let listeners: (() => void)[] = [];
  return {
    begin() {
      count += 1;
    },
    end() {
      count -= 1;
      if (count > 0) return;
      const waiting = listeners;
      listeners = [];
      for (const hear of waiting) hear();
    },
    idle: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => listeners.push(resolve))),
  };
}
