import { Refusal } from '../../../base/refusal.ts';

/** Passwords that are hashed at once: each takes a core for 80 ms, and mail is accepted on the same machine. */
export const HASHES_AT_ONCE = 2;
/** Sign-ins that wait in line; more than these would wait for longer than anybody does. */
export const HASHES_IN_LINE = 64;

/** Runs work in line, so many at once; throws service_unavailable when the line is full. */
export type HashLine = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a line of its own. */
export function createHashLine(atOnce = HASHES_AT_ONCE, inLine = HASHES_IN_LINE): HashLine {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (waiting.length >= inLine) {
        throw new Refusal('service_unavailable', {
          message: 'Too many people are signing in at the moment.',
          retryAfterSeconds: 5,
        });
      }
      // Whoever is done hands the place on, so that nobody takes it in between.
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
