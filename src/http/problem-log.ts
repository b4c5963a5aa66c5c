import type { Log, LogFields } from '../base/log.ts';

const QUIET_MS = 1_000;

/** Tells the operator of problems. */
export type ProblemLog = (level: 'warn' | 'error', message: string, fields: LogFields) => void;

/**
 * Writes every error, but one warning a second, which says how many were held back since the one before: while the
 * database is away, every request would write a line, and the disk would be the next to fail.
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
