import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, sqlStateOf } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/** About a minute: as long as a database takes to repair itself after one of its processes was killed. */
const MAX_TRIES = 60;
const PAUSE_MS = 1_000;

/**
 * Does a part of the start that needs the database, again while the database is away, for about a minute. The part must be
 * one that may be done twice: whether a try whose connection broke was done nobody knows.
 */
export async function patiently<T>(
  log: Log,
  part: () => Promise<T>,
  isPassing: (error: unknown) => boolean = isUnavailable,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await part();
    } catch (error) {
      // Also a failure that was put into words for a person.
      if (!isPassing(error instanceof StartupError ? error.cause : error) || tries === MAX_TRIES) throw error;
      log.warn('Database connection lost during startup; retrying', { error: (error as Error).message });
      await sleep(PAUSE_MS);
    }
  }
}

/** True for a server that was reached and is going down or coming up: not for an address where none answers. */
export function isEnding(error: unknown): boolean {
  if (/^57P0[1-3]$/.test(sqlStateOf(error) ?? '')) return true;
  return error instanceof Error && /^(Connection terminated unexpectedly|write EPIPE)/.test(error.message);
}
