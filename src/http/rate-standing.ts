/** What is left of a key's rate after a request, in the window that is tighter at that moment. */
export interface RateStanding {
  /** Requests that the window allows. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Requests that may be made at once. */
  readonly remaining: number;
  /** Whole seconds, at least one, until all of the window may be used again. */
  readonly resetSeconds: number;
}
