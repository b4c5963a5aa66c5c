/** Limits of concurrent requests. Beyond them, the response is an immediate 503, before a body is read. */
export interface BudgetLimits {
  readonly maxRequests: number;
  /** Body bytes of all requests in progress. */
  readonly maxBodyBytes: number;
  /** Bodies above this size are large and have a separate limit, so that they do not block others. */
  readonly largeFromBytes: number;
  /** Bytes of large bodies. */
  readonly maxLargeBodyBytes: number;
}

/** Resources used by requests in progress. Every successful `enter` must be followed by one `leave`. */
export interface Budget {
  /** Takes a slot for a request; returns false if all are taken. */
  enter(): boolean;
  /**
   * Reserves more bytes for a body that has reserved `held`; returns false and reserves nothing if the limit is
   * reached.
   */
  reserve(bytes: number, held: number): boolean;
  /** Releases a slot and the bytes reserved for it. */
  leave(reservedBytes: number): void;
  /** Number of requests in progress. */
  readonly requests: number;
  /** Number of reserved bytes. */
  readonly bodyBytes: number;
}

/** Creates an unused budget. */
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
      // A body that becomes large moves all its reserved bytes to the other limit.
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
