/** Limits on concurrent requests and their bodies. Requests beyond a limit receive a 503. */
export interface BudgetLimits {
  readonly maxRequests: number;
  /** Maximum total size of the bodies that are not large, in bytes. */
  readonly maxBodyBytes: number;
  /**
   * Size above which a body is large, in bytes. Large bodies have their own limit, so that they do not block other
   * requests.
   */
  readonly largeFromBytes: number;
  /** Maximum total size of all large bodies, in bytes. */
  readonly maxLargeBodyBytes: number;
}

/** Resources in use by the requests in progress. One `leave` must follow every successful `enter`. */
export interface Budget {
  /** Takes a slot for a request. Returns false if all slots are taken. */
  enter(): boolean;
  /**
   * Reserves more bytes for a body that has reserved `held` bytes. At the limit, reserves nothing and returns false.
   */
  reserve(bytes: number, held: number): boolean;
  /** Releases a slot and the request's reserved bytes. */
  leave(reservedBytes: number): void;
  /** Number of requests in progress. */
  readonly requests: number;
  /** Number of reserved bytes. */
  readonly bodyBytes: number;
}

/** Creates a budget without resources in use. */
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
      // When a body becomes large, all of its reserved bytes count against the limit for large bodies.
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
