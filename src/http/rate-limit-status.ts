/**
 * Rate limit status of a key after a request. If the key has two windows, this is the status of the stricter window at
 * that time.
 */
export interface RateLimitStatus {
  /** Number of requests allowed per window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Number of requests that can be made immediately. */
  readonly remaining: number;
  /** Number of whole seconds, at least one, until the full limit is available again. */
  readonly resetSeconds: number;
}
