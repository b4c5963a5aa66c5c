import type { RefusalDetails } from '../base/refusal.ts';
import type { Principal } from './principal.ts';
import type { PresentedProblem } from './problems.ts';
import type { RateLimitStatus } from './rate-limit-status.ts';

/** Properties of the caller that affect the response. */
export interface Caller {
  readonly principal: Principal | undefined;
  /** Rate limit status of the key after this request. Undefined if there is no limit, or if it has not been checked. */
  readonly rateLimit: RateLimitStatus | undefined;
  /** The languages that the caller accepts, as in the Accept-Language header. */
  readonly acceptLanguage?: string | undefined;
}

/** Response format of errors and headers for some paths, such as the paths of another vendor's API or of HTML pages. */
export interface Dialect {
  /**
   * Returns whether the dialect applies to a path, even if no route has this path. `path` contains no duplicate
   * slashes. `method` is the method of the route, because several APIs can share a path. It is undefined if there is no
   * route.
   */
  covers(path: string, method?: string): boolean;
  /** Returns additional headers for every response. */
  headers(caller: Caller): Readonly<Record<string, string>>;
  /** Returns the body and the headers of an error, and its status if it differs from the native one. */
  problem(
    problem: PresentedProblem,
    caller: Caller,
  ): { readonly body: unknown; readonly headers: Readonly<Record<string, string>>; readonly status?: number };
  /** Returns the details for a 404 response at a path without a route. */
  notFound(path: string): RefusalDetails;
}

/**
 * Returns the dialect for a path, or undefined for the native format. `method` is the method of the matching route, if
 * there is one.
 */
export function dialectOf(dialects: readonly Dialect[], path: string, method?: string): Dialect | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return dialects.find((dialect) => dialect.covers(plain, method));
}
