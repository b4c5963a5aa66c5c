/** Mail counts as flowing for so long after an outcome of one was recorded. */
export const MAIL_FLOWS_MS = 1_000;
/** Deliveries for each outcome, which has two events at most: what mails cause keeps up with them. */
export const DELIVERIES_AN_OUTCOME = 2;
/** Deliveries a second in any case, each process: a trickle of mail must not hold up a backlog. Some percent of a core. */
export const LEAST_DELIVERIES_A_SECOND = 100;
/** What may be saved up, in deliveries. */
export const MOST_SAVED = 256;

/** How many deliveries a process may take on while it has mails to send. */
export interface Pace {
  /** That outcomes of mails were recorded. */
  mailed(outcomes: number): void;
  /** Deliveries that may be claimed now; infinite while no mail flows. */
  allowed(): number;
  /** That so many were claimed. */
  took(deliveries: number): void;
}

/**
 * Mail goes first: its events flow as fast as it does, and a backlog of events flows off behind it. `now` gives
 * milliseconds.
 */
export function createPace(now: () => number): Pace {
  let mailedAtMs = Number.NEGATIVE_INFINITY;
  let filledAtMs = 0;
  let saved = 0;
  const flows = (nowMs: number): boolean => nowMs >= mailedAtMs && nowMs - mailedAtMs < MAIL_FLOWS_MS;
  return {
    mailed(outcomes) {
      const nowMs = now();
      if (!flows(nowMs)) [saved, filledAtMs] = [0, nowMs];
      mailedAtMs = nowMs;
      saved = Math.min(MOST_SAVED, saved + outcomes * DELIVERIES_AN_OUTCOME);
    },
    allowed() {
      const nowMs = now();
      // A clock that was set back says nothing: nobody is held up by it.
      if (!flows(nowMs)) return Number.POSITIVE_INFINITY;
      const sinceMs = Math.max(0, nowMs - filledAtMs);
      filledAtMs = nowMs;
      saved = Math.min(MOST_SAVED, saved + (sinceMs * LEAST_DELIVERIES_A_SECOND) / 1000);
      return Math.floor(saved);
    },
    took(deliveries) {
      saved = Math.max(0, saved - deliveries);
    },
  };
}
