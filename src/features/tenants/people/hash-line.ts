import { Refusal } from '../../../base/refusal.ts';

/**
 * Number of passwords that are hashed in parallel. A hash takes 80 ms of CPU time on the machine that also accepts
 * email.
 */
export const HASHES_AT_ONCE = 2;
/** Maximum number of queued sign-ins. Users would give up before a longer queue is processed. */
export const HASHES_IN_LINE = 64;

/** Runs a limited number of calls at a time, and queues all others. Throws service_unavailable if the queue is full. */
export type HashLine = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue. */
export function createHashLine(atOnce = HASHES_AT_ONCE, inLine = HASHES_IN_LINE): HashLine {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= inLine) {
        throw new Refusal('service_unavailable', {
          message: 'Too many users are signing in.',
          retryAfterSeconds: 5,
        });
      }
      // When a call finishes, it passes its slot to the next queued call, so that a new call cannot take the slot.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
