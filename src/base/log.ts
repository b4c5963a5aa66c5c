export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Fields of a log line; an `error` is written with its stack and cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one JSON object a line, or plain lines to a terminal. Never give it a secret or a body. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * A log of lines of at least `level`. Lines go through `write` as JSON; without it to standard error, and as text when
 * that is a terminal.
 */
export function createLog(level: LogLevel, write?: (line: string) => void): Log {
  const format = write === undefined && process.stderr.isTTY ? textLine : jsonLine;
  const out = write ?? ((line) => void process.stderr.write(line));
  const at = (lineLevel: LogLevel) => (message: string, fields?: LogFields) => {
    if (RANK[lineLevel] < RANK[level]) return;
    out(format(new Date().toISOString(), lineLevel, message, fields));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A log that writes nothing. */
export const silentLog: Log = createLog('silent');

function jsonLine(time: string, level: LogLevel, message: string, fields: LogFields = {}): string {
  return `${JSON.stringify({ time, level, message, ...fields }, serialiseError)}\n`;
}

function textLine(time: string, level: LogLevel, message: string, fields: LogFields = {}): string {
  const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value, serialiseError)}`);
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${message}${shown.join('')}\n`;
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
