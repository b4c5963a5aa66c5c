export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Fields of a log line; an `error` is written with its stack and cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one JSON object a line. Never give it a secret or a body. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** A log that writes lines of at least `level` through `write` (standard error by default). */
export function createLog(level: LogLevel, write: (line: string) => void = writeToStderr): Log {
  const at = (lineLevel: LogLevel) => (message: string, fields?: LogFields) => {
    if (RANK[lineLevel] < RANK[level]) return;
    const line = { time: new Date().toISOString(), level: lineLevel, message, ...fields };
    write(`${JSON.stringify(line, serialiseError)}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A log that writes nothing. */
export const silentLog: Log = createLog('silent');

function writeToStderr(line: string): void {
  process.stderr.write(line);
}

function serialiseError(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  return {
    ...Object.fromEntries(Object.entries(value)),
    name: value.name,
    message: value.message,
    stack: value.stack,
    cause: value.cause,
  };
}
