/** What has a deadline. */
export interface Late {
  /** Its time is over; it is told so once. */
  late(): void;
}

/** The deadlines of many requests. */
export interface Deadlines {
  /** Calls `late` after so long, unless it is removed before. */
  add(one: Late, deadlineMs: number): void;
  /** With the deadline with which it was added. */
  remove(one: Late, deadlineMs: number): void;
}

/** Those that have the same time end in the order in which they began. */
interface Lane {
  /** When each ends. */
  readonly ends: Map<Late, number>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Deadlines with one timer for all that have the same time, which is set when it fires and not with each request: nearly
 * all end long before it. `now` gives milliseconds that never go back.
 */
export function createDeadlines(now: () => number): Deadlines {
  const lanes = new Map<number, Lane>();
  return {
    add(one, deadlineMs) {
      const lane = lanes.get(deadlineMs) ?? open(deadlineMs);
      lane.ends.set(one, now() + deadlineMs);
      if (lane.timer === undefined) arm(lane, deadlineMs);
      else if (lane.ends.size === 1) lane.timer.ref();
    },
    remove(one, deadlineMs) {
      const lane = lanes.get(deadlineMs);
      if (!lane?.ends.delete(one) || lane.ends.size > 0) return;
      // Where nothing is under way the timer may still fire, but keeps no process alive.
      lane.timer?.unref();
    },
  };

  function open(deadlineMs: number): Lane {
    const lane: Lane = { ends: new Map(), timer: undefined };
    lanes.set(deadlineMs, lane);
    return lane;
  }

  function arm(lane: Lane, ms: number): void {
    lane.timer = setTimeout(() => {
      lane.timer = undefined;
      for (const [one, endsAtMs] of lane.ends) {
        const leftMs = endsAtMs - now();
        if (leftMs > 0) {
          // One that was told of its own may have begun the next, and with it the timer.
          if (lane.timer === undefined) arm(lane, Math.ceil(leftMs));
          return;
        }
        lane.ends.delete(one);
        one.late();
      }
    }, ms);
  }
}
