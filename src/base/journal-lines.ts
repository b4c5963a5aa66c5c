import { crc32 } from 'node:zlib';

/** Last value written for a key. */
export interface JournalEntry {
  readonly key: string;
  readonly kind: string;
  readonly value: unknown;
}

/** Unfinished entries of a journal, in the order in which they were last written. */
export interface JournalContents {
  readonly entries: readonly JournalEntry[];
  /** Number of complete but invalid lines. Does not include the last line if a crash truncated it. */
  readonly damaged: number;
}

/** Maximum length of a line in bytes, including the line feed. Longer lines are neither written nor read. */
export const MAX_LINE_BYTES = 64 * 1024;
const NEW_LINE = 0x0a;
/** CRC-32 and length of the payload, each as eight hexadecimal digits. The payload follows as JSON. */
const HEAD = /^([0-9a-f]{8}) ([0-9a-f]{8}) $/;
const HEAD_BYTES = 18;

/** Returns the line that sets the value of a key. Returns undefined if the line would exceed MAX_LINE_BYTES. */
export function entryLine({ key, kind, value }: JournalEntry): Buffer | undefined {
  return line([key, kind, value]);
}

/**
 * Returns the line that marks keys as finished. Returns undefined if there are no keys or the line would exceed
 * MAX_LINE_BYTES.
 */
export function finishedLine(keys: readonly string[]): Buffer | undefined {
  return line(keys.length === 0 ? undefined : [keys]);
}

/** Reads the journal files of a killed process. Skips truncated and corrupt lines. */
export function readJournal(files: readonly Buffer[]): JournalContents {
  const entries = new Map<string, JournalEntry>();
  let damaged = 0;
  for (const file of files) {
    for (let start = 0, end = file.indexOf(NEW_LINE); end >= 0; start = end + 1, end = file.indexOf(NEW_LINE, start)) {
      // Skip empty lines, which do not count as damaged.
      if (end > start && !apply(entries, file.subarray(start, end))) damaged += 1;
    }
  }
  return { entries: [...entries.values()], damaged };
}

function line(payload: unknown): Buffer | undefined {
  if (payload === undefined) return undefined;
  const json = JSON.stringify(payload);
  const length = Buffer.byteLength(json);
  if (HEAD_BYTES + length + 1 > MAX_LINE_BYTES) return undefined;
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + length + 1);
  bytes.write(json, HEAD_BYTES);
  bytes.write(`${hex(crc32(bytes.subarray(HEAD_BYTES, HEAD_BYTES + length)))} ${hex(length)} `, 'latin1');
  bytes[HEAD_BYTES + length] = NEW_LINE;
  return bytes;
}

function apply(entries: Map<string, JournalEntry>, bytes: Buffer): boolean {
  const payload = payloadOf(bytes);
  if (!Array.isArray(payload)) return false;
  const [key, kind, value]: unknown[] = payload;
  if (Array.isArray(key)) {
    for (const finished of key) entries.delete(String(finished));
    return true;
  }
  if (typeof key !== 'string' || typeof kind !== 'string') return false;
  entries.delete(key);
  entries.set(key, { key, kind, value });
  return true;
}

function payloadOf(bytes: Buffer): unknown {
  const head = HEAD.exec(bytes.toString('latin1', 0, HEAD_BYTES));
  const json = bytes.subarray(HEAD_BYTES);
  if (!head || bytes.length >= MAX_LINE_BYTES || hex(json.length) !== head[2] || hex(crc32(json)) !== head[1]) {
    return undefined;
  }
  try {
    return JSON.parse(json.toString());
  } catch {
    // The checksum is valid, but the payload is not JSON, so the line is not from a journal.
    return undefined;
  }
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
