/** An object with a deadline. */
export interface Late {
  /** Called once when the deadline has passed. */
  late(): void;
}

/** Tracks the deadlines of concurrent requests. */
export interface Deadlines {
  /** Calls `late` on the object after `deadlineMs`, unless the object is removed before. */
  add(one: Late, deadlineMs: number): void;
  /** Removes an object. `deadlineMs` must be the value that was passed to `add`. */
  remove(one: Late, deadlineMs: number): void;
}

/** Entries with the same duration. They expire in the order in which they were added. */
interface Bucket {
  /** Time at which each entry expires, in monotonic milliseconds. */
  readonly ends: Map<Late, number>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Creates deadlines with one timer per duration. A timer is set again when it fires, not on each request, because
 * nearly all requests end long before their deadline. `now` returns monotonic milliseconds.
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
      // A bucket without entries must not keep the process alive, although its timer may still fire.
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
          // If the callback of an expired entry has added another entry, the timer is already set.
          if (bucket.timer === undefined) arm(bucket, Math.ceil(leftMs));
          return;
        }
        bucket.ends.delete(one);
        one.late();
      }
    }, ms);
  }
}
