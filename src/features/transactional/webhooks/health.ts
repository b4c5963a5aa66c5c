/** Time and result of an attempt, from which the receiver's health is computed. */
export interface Sign {
  readonly atMs: number;
  /** Reason why the attempt failed. Undefined if the receiver accepted the event. */
  readonly failure: string | undefined;
}

/** Changes to a webhook's health after a batch of attempts. */
export interface Health {
  readonly succeededAtMs: number | undefined;
  readonly failedAtMs: number | undefined;
  /** Time of the first failure since the last success, and the number of failures since then. */
  readonly failingSinceMs: number | undefined;
  readonly failures: number;
  readonly lastFailure: string | undefined;
}

/** The owner is notified after at least this many consecutive failures over at least this many milliseconds. */
export const MIN_FAILURES_REPORTED = 3;
export const MIN_FAILING_REPORTED_MS = 15 * 60_000;

/** Combines the effects of attempts in the order in which they ended. Pure. */
export function healthOf(signs: readonly Sign[]): Health {
  const ordered = signs.toSorted((a, b) => a.atMs - b.atMs);
  const lastSuccess = ordered.findLastIndex(({ failure }) => failure === undefined);
  const since = ordered.slice(lastSuccess + 1);
  const lastFailure = ordered.findLast(({ failure }) => failure !== undefined);
  return {
    succeededAtMs: ordered[lastSuccess]?.atMs,
    failedAtMs: lastFailure?.atMs,
    failingSinceMs: since[0]?.atMs,
    failures: since.length,
    lastFailure: lastFailure?.failure,
  };
}

/** Number of days for which deliveries and their attempts are stored. */
export const WEBHOOK_LOG_DAYS = 30;
