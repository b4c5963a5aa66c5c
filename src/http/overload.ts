/** How much may be under way at once; beyond it the answer is 503 at once, before a body is read. */
export interface BudgetLimits {
  readonly maxRequests: number;
  /** Bytes of bodies, over all requests under way. */
  readonly maxBodyBytes: number;
  /** A larger body is a large one, for which there is room of its own: it keeps no others out. */
  readonly largeFromBytes: number;
  /** Bytes of large bodies. */
  readonly maxLargeBodyBytes: number;
}

/** What requests under way have taken; every `enter` is followed by one `leave`. */
export interface Budget {
  /** Takes a place for a request; false when all are taken. */
  enter(): boolean;
  /** Takes room for more bytes of a body that has taken `held`; false when there is none, and then nothing is taken. */
  reserve(bytes: number, held: number): boolean;
  /** Gives back a place with the bytes reserved for it. */
  leave(reservedBytes: number): void;
  /** Requests under way. */
  readonly requests: number;
  /** Bytes reserved. */
  readonly bodyBytes: number;
}

/** A budget with everything free. */
export function createBudget(limits: BudgetLimits): Budget {
  let requests = 0;
  let bodyBytes = 0;
  let largeBytes = 0;
  const isLarge = (bytes: number): boolean => bytes > limits.largeFromBytes;
  return {
    enter() {
      if (requests >= limits.maxRequests) return false;
      requests += 1;
      return true;
    },
    reserve(bytes, held) {
      if (!isLarge(held + bytes)) {
        if (bodyBytes + bytes > limits.maxBodyBytes) return false;
        bodyBytes += bytes;
        return true;
      }
      // One that grows large moves with all it has.
      const moved = isLarge(held) ? 0 : held;
      if (largeBytes + moved + bytes > limits.maxLargeBodyBytes) return false;
      largeBytes += moved + bytes;
      bodyBytes -= moved;
      return true;
    },
    leave(reservedBytes) {
      requests -= 1;
      if (isLarge(reservedBytes)) largeBytes -= reservedBytes;
      else bodyBytes -= reservedBytes;
    },
    get requests() {
      return requests;
    },
    get bodyBytes() {
      return bodyBytes + largeBytes;
    },
  };
}
