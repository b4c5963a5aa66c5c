import { decode, unitOf, type Encoding } from './encodings.ts';

export interface Line {
  /** Text of the line, or its start if the line is too long. */
  readonly text: string;
  /** The line break, or an empty string at the end of the file. */
  readonly ending: string;
  /** Offset after the line break, in bytes from the start of the file. */
  readonly endsAt: number;
  readonly isTooLong: boolean;
}

/** Splits bytes into lines. */
export interface LineCutter {
  /** Adds the next bytes of the file and returns the lines that these bytes complete. */
  push(bytes: Buffer): Line[];
  /** Returns the remaining lines: the last line if the file does not end with a line break. */
  end(): Line[];
}

const LF = 0x0a;
const CR = 0x0d;
/** Number of bytes to keep from a line that is too long. */
const KEPT_BYTES = 1_024;

/**
 * Creates a splitter for the bytes of a file, starting at `position`. It splits at `\n`, `\r\n`, and `\r`, and decodes
 * each line separately, so that an invalid byte affects only one line. In all encodings except UTF-16, the bytes of
 * line breaks never occur in other characters. Buffers at most `maxBytes` of a line.
 */
export function createLineCutter(encoding: Encoding, position: number, maxBytes: number): LineCutter {
  const unit = unitOf(encoding);
  let rest: Buffer = Buffer.alloc(0);
  let restAt = position;
  let beginning: Buffer | undefined;

  function lineOf(bytes: Buffer, ending: string, endsAt: number): Line {
    const isTooLong = beginning !== undefined || bytes.length > maxBytes;
    const kept = isTooLong ? (beginning ?? bytes).subarray(0, KEPT_BYTES) : bytes;
    beginning = undefined;
    const text = decode(kept, encoding);
    // Remove NUL characters, because PostgreSQL rejects them and they have no use in text.
    return { text: text.includes('\0') ? text.replaceAll('\0', '') : text, ending, endsAt, isTooLong };
  }

  function cut(bytes: Buffer, isEnd: boolean): Line[] {
    const lines: Line[] = [];
    let startsAt = 0;
    let [lf, cr] = [-1, -1];
    for (;;) {
      if (lf < startsAt) lf = indexOfUnit(bytes, encoding, LF, startsAt);
      if (cr < startsAt) cr = indexOfUnit(bytes, encoding, CR, startsAt);
      const at = Math.min(lf, cr);
      // Wait for more bytes after a \r at the end, because a \n may follow.
      const isOpen = at === cr && cr + unit >= bytes.length && !isEnd;
      if (at === Infinity || isOpen) break;
      const ending = at === lf ? '\n' : lf === cr + unit ? '\r\n' : '\r';
      const next = at + ending.length * unit;
      lines.push(lineOf(bytes.subarray(startsAt, at), ending, restAt + next));
      startsAt = next;
    }
    rest = bytes.subarray(startsAt);
    restAt += startsAt;
    if (rest.length > maxBytes + unit) forget();
    return lines;
  }

  /**
   * Discards the buffer of a line that is too long. Keeps its start, and whole code units at the end, which may contain
   * a `\r`.
   */
  function forget(): void {
    beginning ??= Buffer.from(rest.subarray(0, KEPT_BYTES));
    const kept = unit + (rest.length % unit);
    restAt += rest.length - kept;
    rest = Buffer.from(rest.subarray(rest.length - kept));
  }

  return {
    push: (bytes) => cut(rest.length === 0 ? bytes : Buffer.concat([rest, bytes]), false),
    end() {
      const lines = cut(rest, true);
      if (rest.length > 0 || beginning) lines.push(lineOf(rest, '', restAt + rest.length));
      rest = Buffer.alloc(0);
      return lines;
    },
  };
}

/**
 * Returns the byte offset of the next occurrence of an ASCII character in the given encoding, or Infinity if there is
 * none.
 */
function indexOfUnit(bytes: Buffer, encoding: Encoding, character: number, from: number): number {
  if (unitOf(encoding) === 1) {
    const at = bytes.indexOf(character, from);
    return at < 0 ? Infinity : at;
  }
  const wanted = Buffer.from(encoding === 'UTF-16 LE' ? [character, 0] : [0, character]);
  let at = bytes.indexOf(wanted, from);
  while (at >= 0 && at % 2 === 1) at = bytes.indexOf(wanted, at + 1);
  return at < 0 ? Infinity : at;
}
