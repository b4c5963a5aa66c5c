import type { Log, LogFields } from '../base/log.ts';

const QUIET_MS = 1_000;

/** Logs a problem for the operator. */
export type ProblemLog = (level: 'warn' | 'error', message: string, fields: LogFields) => void;

/**
 * Creates a log that writes every error, but only one warning per second, with the number of warnings suppressed before
 * it. Otherwise, every request would write a line while the database is unavailable, and could fill the disk.
 */
export function createProblemLog(log: Log, nowMs: () => number = () => performance.now()): ProblemLog {
  let quietUntilMs = -Infinity;
  let heldBack = 0;
  return (level, message, fields) => {
    if (level === 'error') {
      log.error(message, fields);
      return;
    }
    if (nowMs() < quietUntilMs) {
      heldBack += 1;
      return;
    }
    log.warn(message, heldBack > 0 ? { ...fields, heldBack } : fields);
    heldBack = 0;
    quietUntilMs = nowMs() + QUIET_MS;
  };
}
