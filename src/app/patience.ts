import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, sqlStateOf } from '../base/db.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/**
 * Maximum number of attempts, one per second. A database may take up to a minute to recover after one of its processes
 * was killed.
 */
const MAX_TRIES = 60;
const PAUSE_MS = 1_000;

/**
 * Runs a startup step that needs the database. Retries for about a minute while the database is unavailable. The step
 * must be safe to repeat, because an attempt may have succeeded although its connection broke.
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
      // A StartupError has a message for the operator. Its cause shows whether the error is temporary.
      if (!isPassing(error instanceof StartupError ? error.cause : error) || tries === MAX_TRIES) throw error;
      log.warn('Database connection lost during startup; retrying', { error: (error as Error).message });
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Returns a check for temporary connection errors of an external server. Errors count as temporary only if the server
 * was reached before: such a server is stopping or starting, and is usually back within a minute. A server that was
 * never reached needs manual action.
 */
export function isOutageOfReachedServer(): (error: unknown) => boolean {
  let wasReached = false;
  return (error) => {
    wasReached ||= isEnding(error);
    return wasReached && isUnavailable(error);
  };
}

/** Returns whether a server accepted the connection and then closed it, or reported that it is stopping or starting. */
function isEnding(error: unknown): boolean {
  if (/^57P0[1-3]$/.test(sqlStateOf(error) ?? '')) return true;
  if (!(error instanceof Error)) return false;
  const isBroken = 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
  return isBroken || error.message.startsWith('Connection terminated unexpectedly');
}
