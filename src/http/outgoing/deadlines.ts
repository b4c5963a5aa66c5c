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
interface Bucket {
  /** When each ends. */
  readonly ends: Map<Late, number>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Deadlines with one timer for all that have the same time, which is set when it fires and not with each request: nearly
 * all end long before it. `now` gives milliseconds that never go back.
 */
export function createDeadlines(now: () => number): Deadlines {
  const buckets = new Map<number, Bucket>();
  return {
    add(one, deadlineMs) {
      const bucket = buckets.get(deadlineMs) ?? open(deadlineMs);
      bucket.ends.set(one, now() + deadlineMs);
      if (bucket.timer === undefined) arm(bucket, deadlineMs);
      else if (bucket.ends.size === 1) bucket.timer.ref();
    },
    remove(one, deadlineMs) {
      const bucket = buckets.get(deadlineMs);
      if (!bucket?.ends.delete(one) || bucket.ends.size > 0) return;
      // Where nothing is under way the timer may still fire, but keeps no process alive.
      bucket.timer?.unref();
    },
  };

  function open(deadlineMs: number): Bucket {
    const bucket: Bucket = { ends: new Map(), timer: undefined };
    buckets.set(deadlineMs, bucket);
    return bucket;
  }

  function arm(bucket: Bucket, ms: number): void {
    bucket.timer = setTimeout(() => {
      bucket.timer = undefined;
      for (const [one, endsAtMs] of bucket.ends) {
        const leftMs = endsAtMs - now();
        if (leftMs > 0) {
          // One that was told of its own may have begun the next, and with it the timer.
          if (bucket.timer === undefined) arm(bucket, Math.ceil(leftMs));
          return;
        }
        bucket.ends.delete(one);
        one.late();
      }
    }, ms);
  }
}
