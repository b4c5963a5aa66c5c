import { setTimeout as sleep } from 'node:timers/promises';
import type { Alarm } from './alarm.ts';
import type { Log } from './log.ts';

const POLL_MS = 1_000;
/** After QUIET_POLLS consecutive polls without work, the interval is multiplied by QUIET_TIMES. */
const [QUIET_POLLS, QUIET_TIMES] = [10, 3];
const CLOSE_WITHIN_MS = 10_000;

/** Work that the pollers of all processes claim, one item at a time. */
export interface PollingOptions {
  /**
   * Processes one due item in short transactions. Resolves with true if an item was due. Otherwise, resolves with false
   * or, if known, with the number of milliseconds until the next item is due. Rejects if the database is unavailable.
   */
  readonly takeOne: (signal: AbortSignal) => Promise<boolean | number>;
  /** Plural noun for the items, for log lines. */
  readonly things: string;
  readonly log: Log;
  /** Polling interval in milliseconds. Shorter in tests. */
  readonly pollMs?: number | undefined;
  /**
   * Settings for items that are due much later: the maximum polling interval in milliseconds, and an alarm that ends
   * the wait early.
   */
  readonly rest?: { readonly mostMs: number; readonly alarm: Alarm } | undefined;
}

/** A polling loop that runs until it is closed. */
export interface Poller {
  /** Starts no further step, and waits up to ten seconds for the current one. */
  close(): Promise<void>;
}

/**
 * Polls for due items once per second, every three seconds after ten seconds without work, and less often while the
 * next item is known to be due much later. Runs until it is closed, even while the database is unavailable.
 */
export function startPolling({ log, pollMs = POLL_MS, rest, takeOne, things }: PollingOptions): Poller {
  const stopped = new AbortController();
  const { signal } = stopped;
  let quietPolls = 0;

  /** Processes items until no item is due. Resolves with the number of milliseconds until the next poll. */
  async function pollOnce(): Promise<number> {
    quietPolls += 1;
    while (!signal.aborted) {
      const found = await takeOne(signal);
      if (found === true) quietPolls = 0;
      else if (found === false) return quietPolls > QUIET_POLLS ? QUIET_TIMES * pollMs : pollMs;
      else return found;
    }
    return 0;
  }

  async function poll(): Promise<void> {
    let isAway = false;
    while (!signal.aborted) {
      let restMs = pollMs;
      rest?.alarm.reset();
      try {
        restMs = await pollOnce();
        isAway = false;
      } catch (error) {
        // Log only the first error. Otherwise, an hour-long outage would add thousands of lines to the log.
        if (!isAway) log.warn(`${things} cannot be claimed; retrying`, { error });
        isAway = true;
      }
      // `sleep` rejects only when the signal is aborted.
      await sleep(rest ? pollMs : restMs, undefined, { signal, ref: false }).catch(() => {});
      if (rest && restMs > pollMs && !signal.aborted) await rest.alarm.wait(Math.min(restMs, rest.mostMs) - pollMs);
    }
  }

  const polling = poll();
  return {
    async close() {
      stopped.abort();
      rest?.alarm.ring();
      await Promise.race([polling, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}
