import type { RefusalDetails } from '../base/refusal.ts';
import type { Principal } from './principal.ts';
import type { PresentedProblem } from './problems.ts';
import type { RateStanding } from './rate-standing.ts';

/** Information about a caller that is known when the response is written. */
export interface Caller {
  readonly principal: Principal | undefined;
  /**
   * Rate limit status of the key after this request. Undefined if there is no limit or the limit was not checked yet.
   */
  readonly standing: RateStanding | undefined;
}

/** Response format for some paths, used by clients of another vendor's API. */
export interface Dialect {
  /**
   * Returns whether the dialect covers a path (without duplicate slashes), even if the path has no route. `method` is
   * the route's method, for paths that several APIs share. It is undefined if there is no route.
   */
  covers(path: string, method?: string): boolean;
  /** Returns additional headers for every response. */
  headers(caller: Caller): Readonly<Record<string, string>>;
  /** Returns the body and headers for an error, and the status if it differs from the native status. */
  problem(
    problem: PresentedProblem,
    caller: Caller,
  ): { readonly body: unknown; readonly headers: Readonly<Record<string, string>>; readonly status?: number };
  /** Returns the details for a 404 at a path without a route. */
  notFound(path: string): RefusalDetails;
}

/**
 * Returns the dialect for a path, or for the route with that method. Returns undefined if responses are in the native
 * format.
 */
export function dialectOf(dialects: readonly Dialect[], path: string, method?: string): Dialect | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return dialects.find((dialect) => dialect.covers(plain, method));
}
