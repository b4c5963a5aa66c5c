import type { RefusalDetails } from '../base/refusal.ts';
import type { Principal } from './principal.ts';
import type { PresentedProblem } from './problems.ts';
import type { RateStanding } from './rate-standing.ts';

/** Known facts about a caller when the response is written. */
export interface Caller {
  readonly principal: Principal | undefined;
  /** Rate limit of the key after this request; undefined without a limit or before it was checked. */
  readonly standing: RateStanding | undefined;
}

/** Response format of some paths, for clients of another API. */
export interface Dialect {
  /**
   * Returns whether the dialect covers a path (without duplicate slashes), even if no route exists there. `method` is
   * the route's method, for paths shared by several APIs; undefined if there is no route.
   */
  covers(path: string, method?: string): boolean;
  /** Returns additional headers for every response. */
  headers(caller: Caller): Readonly<Record<string, string>>;
  /** Returns the body and headers of an error, and the status if it differs from the native one. */
  problem(
    problem: PresentedProblem,
    caller: Caller,
  ): { readonly body: unknown; readonly headers: Readonly<Record<string, string>>; readonly status?: number };
  /** Returns the details of a 404 at a path without a route. */
  notFound(path: string): RefusalDetails;
}

/** Returns the dialect of a path, or of the route with that method; undefined for the native format. */
export function dialectOf(dialects: readonly Dialect[], path: string, method?: string): Dialect | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return dialects.find((dialect) => dialect.covers(plain, method));
}
