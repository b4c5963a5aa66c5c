/** Watches over things that have to make progress. */
export interface Watch {
  begin(id: string): void;
  /** Tells of progress: the time begins anew. What was not begun, or has ended, is passed over. */
  note(id: string): void;
  end(id: string): void;
}

/** Calls `onStalled` with what was begun, and neither noted for `ms` nor ended. */
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
