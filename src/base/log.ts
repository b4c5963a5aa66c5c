export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** How lines are written: as JSON, as text, or as text to a terminal alone. */
export type LogFormat = 'auto' | 'json' | 'text';

/** Fields of a log line; an `error` is written with its stack and cause. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Writes one JSON object a line, or plain lines to a terminal. Never give it a secret or a body. Addresses and tokens that
 * others put into the words of an error are taken out of each line (`withoutPersonalData`).
 */
export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * A log of lines of at least `level`. Lines go through `write` as JSON; without it to standard error, and as text when
 * that is asked for, or is a terminal.
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

/** What PostgreSQL says with an error and quotes rows in: "Key (address)=(ann@example.com) already exists". */
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
 * What looks like an address of a person (RFC 5321 section 4.1.2, without quoted local parts). No slash before the sign, and a
 * letter at the beginning of the last label, so that paths of packages in a stack stay as they are. A local part has 64
 * octets at most; without a bound, a long word would be begun anew at each of its letters.
 */
const ADDRESS = /[^\s<>()[\]{}"',;:/\\=@]{1,128}@(?:[\p{L}\p{N}-]+\.)*\p{L}[\p{L}\p{N}-]*/gu;
/** Keys, tokens and secrets by the words that they begin with. */
const TOKEN = /\b(?:pr_|whsec_|Bearer |Basic )[A-Za-z0-9_+/=.~-]{8,}/g;
/** The password in the address of a database, relay or collector. */
const PASSWORD = /(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g;

/** A line without addresses of people, tokens and passwords: whatever words an error brings along, they stay out of the log. */
export function withoutPersonalData(line: string): string {
  // Most lines have neither.
  if (!line.includes('@') && !TOKEN.test(line)) return line;
  TOKEN.lastIndex = 0;
  return line.replace(PASSWORD, '$1...@').replace(TOKEN, '<token>').replace(ADDRESS, maskAddress);
}

/** `user:...@host` is what is left of a password, and no address. */
function maskAddress(found: string): string {
  return found.startsWith('...@') ? found : '<address>';
}
