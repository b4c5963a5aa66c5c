import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/** About a minute: as long as a database takes to repair itself after one of its processes was killed. */
const MAX_TRIES = 60;
const PAUSE_MS = 1_000;

/**
 * Does a part of the start that needs the database, again while the database is away, for about a minute. The part must be
 * one that may be done twice: whether a try whose connection broke was done nobody knows.
 */
export async function patiently<T>(log: Log, part: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await part();
    } catch (error) {
      if (!isAway(error) || tries === MAX_TRIES) throw error;
      log.warn('The database went away during the start; trying again', { error: (error as Error).message });
      await sleep(PAUSE_MS);
    }
  }
}

/** True also for a failure that was put into words for a person. */
function isAway(error: unknown): boolean {
  return isUnavailable(error instanceof StartupError ? error.cause : error);
}
