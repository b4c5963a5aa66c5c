export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** Format of log lines. `auto` means text if the output is a terminal, and otherwise JSON. */
export type LogFormat = 'auto' | 'json' | 'text';

/** Fields of a log line. An `error` is written with its stack trace and cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes log lines. Never pass secrets or message bodies. Email addresses and some secrets are removed from the lines
 * (`withoutPersonalData`).
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * Creates a log that writes lines of at least `level`, to `write` if given, otherwise to standard error. The lines are
 * text if `wanted` is `text`, or if it is `auto` and they go to a terminal. Otherwise, they are JSON.
 */
export function createLog(level: LogLevel, write?: (line: string) => void, wanted: LogFormat = 'auto'): Log {
  const isText = wanted === 'text' || (wanted === 'auto' && write === undefined && process.stderr.isTTY);
  const format = isText ? textLine : jsonLine;
  const out = write ?? ((line) => void process.stderr.write(line));
  const at = (lineLevel: LogLevel) => (message: string, fields?: LogFields) => {
    if (RANK[lineLevel] < RANK[level]) return;
    out(withoutPersonalData(format(new Date().toISOString(), lineLevel, message, fields)));
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

/** Fields of an error in which PostgreSQL quotes row data, such as "Key (address)=(ann@example.com) already exists". */
const OF_ROWS: ReadonlySet<string> = new Set(['detail', 'where', 'internalQuery', 'query', 'parameters']);

function serialiseError(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  return {
    ...Object.fromEntries(Object.entries(value).filter(([name]) => !OF_ROWS.has(name))),
    name: value.name,
    message: value.message,
    stack: value.stack,
    cause: value.cause,
  };
}

/**
 * Matches text that looks like an email address (RFC 5321 section 4.1.2, without quoted local parts). There is no slash
 * before the @ sign, and the last label starts with a letter, so that package paths in a stack trace are not masked.
 * The length limit keeps a long word from being scanned again from each of its letters.
 */
const ADDRESS = /[^\s<>()[\]{}"',;:/\\=@]{1,128}@(?:[\p{L}\p{N}-]+\.)*\p{L}[\p{L}\p{N}-]*/gu;
/** Matches API keys, webhook secrets, and the credentials in Authorization headers by their prefixes. */
const TOKEN = /\b(?:p[rt]_|whsec_|Bearer |Basic )[A-Za-z0-9_+/=.~-]{8,}/g;
/** Matches the password in the URL of a database, relay or collector. */
const PASSWORD = /(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g;

/** Removes what ADDRESS, TOKEN, and PASSWORD match from a log line. Error messages may contain such data. */
export function withoutPersonalData(line: string): string {
  // Return early for lines without addresses and tokens, which are the most common.
  if (!line.includes('@') && !TOKEN.test(line)) return line;
  TOKEN.lastIndex = 0;
  return line.replace(PASSWORD, '$1...@').replace(TOKEN, '<token>').replace(ADDRESS, maskAddress);
}

/** Masks an email address. Leaves `...@host` unchanged, because it is part of a URL whose password was masked. */
function maskAddress(found: string): string {
  return found.startsWith('...@') ? found : '<address>';
}
