/** Monitors operations that must make progress. */
export interface Watch {
  begin(id: string): void;
  /** Records progress and restarts the timeout. Ignores IDs of operations that have not begun or have ended. */
  note(id: string): void;
  end(id: string): void;
}

/** Creates a watch that calls `onStalled` with each ID that makes no progress for `ms`. */
export function createWatch(ms: number, onStalled: (id: string) => void): Watch {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    begin(id) {
      timers.set(
        id,
        setTimeout(() => onStalled(id), ms),
      );
    },
    note(id) {
      timers.get(id)?.refresh();
    },
    end(id) {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
  };
}
