import { setTimeout as sleep } from 'node:timers/promises';
import type { Alarm } from './alarm.ts';
import type { Log } from './log.ts';

const POLL_MS = 1_000;
/** After so many looks in a row that found nothing, looks are so many times as far apart. */
const [QUIET_LOOKS, QUIET_TIMES] = [10, 3];
const CLOSE_WITHIN_MS = 10_000;

/** What is taken in turns, by every process that does. */
export interface Turns {
  /**
   * Takes one thing that is due, in short transactions: true when there was one, else false, or the milliseconds in which the
   * next is due, where that is known. Rejects when the database is away.
   */
  readonly takeOne: (signal: AbortSignal) => Promise<boolean | number>;
  /** What is looked for, in plural, for the log. */
  readonly things: string;
  readonly log: Log;
  /** Between two looks; shorter for tests. */
  readonly pollMs?: number | undefined;
  /** Where the next is far off: the longest time between two looks, and what ends it before. */
  readonly rest?: { readonly mostMs: number; readonly alarm: Alarm } | undefined;
}

/** Turns that are taken until it is closed. */
export interface RunningTurns {
  /** Begins no further step and waits for the one under way, ten seconds at most: one that is cut off is rolled back. */
  close(): Promise<void>;
}

/**
 * Looks once a second for what is due, once in three after ten seconds without anything, or less often while it is known to be
 * far off, for as long as it is not closed, whatever the database does.
 */
export function startTurns({ log, pollMs = POLL_MS, rest, takeOne, things }: Turns): RunningTurns {
  const stopped = new AbortController();
  const { signal } = stopped;
  let quietLooks = 0;

  /** Takes what is due until nothing is; gives the milliseconds until the next look. */
  async function look(): Promise<number> {
    quietLooks += 1;
    while (!signal.aborted) {
      const found = await takeOne(signal);
      if (found === true) quietLooks = 0;
      else if (found === false) return quietLooks > QUIET_LOOKS ? QUIET_TIMES * pollMs : pollMs;
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
        restMs = await look();
        isAway = false;
      } catch (error) {
        // Said once: a database that is away for an hour is not worth thousands of lines.
        if (!isAway) log.warn(`${things} cannot be claimed; retrying`, { error });
        isAway = true;
      }
      // The sleep rejects only when it is aborted.
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
