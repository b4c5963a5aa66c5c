import type { RefusalDetails } from '../base/refusal.ts';
import type { Principal } from './principal.ts';
import type { PresentedProblem } from './problems.ts';
import type { RateStanding } from './rate-standing.ts';

/** What is known of a caller when an answer is written. */
export interface Caller {
  readonly principal: Principal | undefined;
  /** How the key's rate stands after this request; undefined without a limit, and before the rate was judged. */
  readonly standing: RateStanding | undefined;
}

/** How the answers under some paths are written, for clients that know another API than ours. */
export interface Dialect {
  /**
   * Whether a path, without duplicate slashes, belongs to it, also one that no route has. `method` is that of the route,
   * for paths at which several APIs stand; undefined where no route is.
   */
  covers(path: string, method?: string): boolean;
  /** Headers of every answer beyond those that all answers have. */
  headers(caller: Caller): Readonly<Record<string, string>>;
  /** Body and headers of an error, and its status where that is another than ours. */
  problem(
    problem: PresentedProblem,
    caller: Caller,
  ): { readonly body: unknown; readonly headers: Readonly<Record<string, string>>; readonly status?: number };
  /** What a 404 says at a path where no route is. */
  notFound(path: string): RefusalDetails;
}

/** The dialect of a path, or of the route of a method there; undefined where we speak our own. */
export function dialectOf(dialects: readonly Dialect[], path: string, method?: string): Dialect | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return dialects.find((dialect) => dialect.covers(plain, method));
}
