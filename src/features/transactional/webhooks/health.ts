/** What one attempt says about the receiver. */
export interface Sign {
  readonly atMs: number;
  /** Undefined when it was received. */
  readonly failure: string | undefined;
}

/** What attempts that were recorded together say about the receiver, as it is added to the webhook's row. */
export interface Health {
  readonly succeededAtMs: number | undefined;
  readonly failedAtMs: number | undefined;
  /** Of the failures after the last success: when the first was, and how many there are. */
  readonly failingSinceMs: number | undefined;
  readonly failures: number;
  readonly lastFailure: string | undefined;
}

/** Failures in a row, and how long each attempt must have failed, before the owner is told: with few mails, the third attempt. */
export const LEAST_FAILURES_TOLD = 3;
export const LEAST_FAILING_TOLD_MS = 15 * 60_000;

/** Adds up what attempts say, in the order in which they ended; pure. */
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

/** For how long deliveries and their attempts are kept. */
export const WEBHOOK_LOG_DAYS = 30;
