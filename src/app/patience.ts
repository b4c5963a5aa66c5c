import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, sqlStateOf } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/** Number of attempts in about a minute, which a database needs for recovery after one of its processes was killed. */
const MAX_TRIES = 60;
const PAUSE_MS = 1_000;

/**
 * Runs a part of the startup that needs the database. If the database is unavailable, retries the part for about a
 * minute. The part must be safe to repeat, because an attempt may have succeeded even if its connection broke.
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
      // Also checks the cause of an error, because the error may have been converted to a message for people.
      if (!isPassing(error instanceof StartupError ? error.cause : error) || tries === MAX_TRIES) throw error;
      log.warn('Database connection lost during startup; retrying', { error: (error as Error).message });
      await sleep(PAUSE_MS);
    }
  }
}

/** Returns true if the server was reached and is shutting down or starting up. Returns false if no server responds. */
export function isEnding(error: unknown): boolean {
  if (/^57P0[1-3]$/.test(sqlStateOf(error) ?? '')) return true;
  return error instanceof Error && /^(Connection terminated unexpectedly|write EPIPE)/.test(error.message);
}
