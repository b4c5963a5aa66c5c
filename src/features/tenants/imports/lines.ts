import { decode, unitOf, type Encoding } from './encodings.ts';

/** A line of a file. */
export interface Line {
  /** Of one that is too long, its beginning. */
  readonly text: string;
  /** The line break behind it; empty at the end of the file. */
  readonly ending: string;
  /** The byte of the file behind its line break. */
  readonly endsAt: number;
  readonly isTooLong: boolean;
}

/** Cuts bytes into lines. */
export interface LineCutter {
  /** The lines that end in these bytes, which follow those before. */
  push(bytes: Buffer): Line[];
  /** The line without a line break at the end. */
  end(): Line[];
}

const LF = 0x0a;
const CR = 0x0d;
/** Bytes that are kept of a line that is too long. */
const KEPT_BYTES = 1_024;

/**
 * Cuts the bytes of a file, from `position` on, at `\n`, `\r\n` and `\r`, and decodes each line by itself: a byte that is wrong
 * changes one line. In all encodings but UTF-16 a line break is a byte that nothing else contains. Holds at most `maxBytes` of
 * a line.
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
    // PostgreSQL takes no NUL, and no text means one.
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
      // What follows a \r at the end of the bytes may belong to it.
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

  /** Of a line that is too long already its beginning is kept, and whole units at its end: one may be a `\r`. */
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

/** Where a character of ASCII stands that is not part of another; Infinity where it does not. */
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
