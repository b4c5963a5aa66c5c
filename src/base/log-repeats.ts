import type { Log, LogFields } from './log.ts';

const WINDOW_MS = 60_000;
/** Maximum number of causes that are tracked at the same time. Lines with other causes are written immediately. */
const MAX_CAUSES = 1_000;

/**
 * Wraps a log to combine repeated warnings and errors. Lines with the same level, message, and error message have the
 * same cause. The first line is written immediately. If there were repeats, another line at the end of the minute
 * contains the fields of the last repeat and, as `repeated`, the number of repeats.
 */
export function withoutRepeats(log: Log): Log {
  const causes = new Map<string, { repeated: number; fields: LogFields | undefined }>();
  const oncePerMinute =
    (level: 'warn' | 'error'): Log['warn'] =>
    (message, fields) => {
      const key = `${level}\n${message}\n${errorMessageOf(fields)}`;
      const cause = causes.get(key);
      if (cause) {
        cause.repeated += 1;
        cause.fields = fields;
        return;
      }
      log[level](message, fields);
      if (causes.size === MAX_CAUSES) return;
      const tracked = { repeated: 0, fields };
      causes.set(key, tracked);
      setTimeout(() => {
        causes.delete(key);
        if (tracked.repeated > 0) log[level](message, { ...tracked.fields, repeated: tracked.repeated });
      }, WINDOW_MS).unref();
    };
  return { ...log, warn: oncePerMinute('warn'), error: oncePerMinute('error') };
}

function errorMessageOf(fields: LogFields | undefined): string {
  const error = fields?.['error'];
  return error instanceof Error ? error.message : typeof error === 'string' ? error : '';
}
