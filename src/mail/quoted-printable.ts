const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;
const DOT = 46;
const CAPITAL_F = 70;
const FROM = 'From ';
const MAX_LINE = 76;

/** Contains 1 for each byte that needs no escaping (RFC 2045 section 6.7): printable ASCII except '='. */
const LITERAL = new Uint8Array(256);
for (let byte = 33; byte <= 126; byte += 1) LITERAL[byte] = byte === EQUALS ? 0 : 1;

const HEX = Uint8Array.from(Buffer.from('0123456789ABCDEF'));

/** Encoder state: the output position and the current column. */
interface Writing {
  readonly source: Buffer;
  readonly target: Buffer;
  /** Maximum length of the last line of the text, in octets. */
  readonly lastLine: number;
  length: number;
  column: number;
}

/**
 * Encodes text as quoted-printable (RFC 2045 section 6.7) in UTF-8. All lines end with CRLF. The result is in DKIM
 * canonical form, both simple and relaxed. Text that consists only of line breaks encodes to no bytes.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  const { length, target } = encode(withoutFinalLineEnds(text), MAX_LINE);
  if (length === 0) return Buffer.alloc(0);
  target[length] = CR;
  target[length + 1] = LF;
  return target.subarray(0, length + 2);
}

/**
 * Encodes a chunk of text that begins at the start of a line. Neither adds nor removes line breaks at the end, and
 * leaves space on the last line for the '=' of a soft line break.
 */
export function encodePiece(text: string): Buffer {
  const { length, target } = encode(text, MAX_LINE - 1);
  return target.subarray(0, length);
}

/**
 * Writes a chunk to `target` if it needs no escaping, and returns the end offset. Returns -1 if the chunk may need
 * escaping, or does not fit on a line or in `target`.
 */
export function writePlainPiece(text: string, target: Buffer, start: number): number {
  const { length } = text;
  if (length >= MAX_LINE || start + length > target.length) return -1;
  if (length === 0) return start;
  const first = text.charCodeAt(0);
  if (first === DOT || (first === CAPITAL_F && text.startsWith(FROM))) return -1;
  // Return -1 for a space at the end or before another space, because it may need escaping.
  let isAfterSpace = text.charCodeAt(length - 1) === SPACE;
  if (isAfterSpace) return -1;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    const isSpace = code === SPACE;
    if (isSpace ? isAfterSpace : LITERAL[code] !== 1) return -1;
    target[start + at] = code;
    isAfterSpace = isSpace;
  }
  return start + length;
}

function encode(text: string, lastLine: number): Writing {
  const source = Buffer.from(text);
  // Each input byte takes at most three output bytes. Each line of at least 73 octets takes at most three more, for a
  // soft line break.
  const target = Buffer.allocUnsafe(source.length * 3 + Math.ceil(source.length / 24) * 3 + 8);
  const writing: Writing = { source, target, lastLine, length: 0, column: 0 };
  for (let at = 0; at < source.length; at += 1) {
    at = writeRun(writing, at);
    if (at === source.length) break;
    const byte = source[at] ?? 0;
    if (byte === CR || byte === LF) {
      if (byte === CR && source[at + 1] === LF) at += 1;
      writeLineEnd(writing);
    } else {
      writeOne(writing, at, byte);
    }
  }
  return writing;
}

/**
 * Copies bytes that need no escaping in the middle of a line. Returns the position of the first byte that was not
 * copied.
 */
function writeRun(writing: Writing, start: number): number {
  const { source, target } = writing;
  let { column, length } = writing;
  let at = start;
  if (column > 0) {
    // In the last column, the number of output bytes depends on the next byte. `writeOne` handles this case.
    while (column < MAX_LINE - 1 && isPlain(source, at)) {
      target[length] = source[at] ?? 0;
      length += 1;
      column += 1;
      at += 1;
    }
  }
  writing.length = length;
  writing.column = column;
  return at;
}

/**
 * Returns whether a byte that is not at the start of a line needs no escaping. A space needs none only if a literal
 * byte follows.
 */
function isPlain(source: Buffer, at: number): boolean {
  const byte = source[at] ?? 0;
  return LITERAL[byte] === 1 || (byte === SPACE && LITERAL[source[at + 1] ?? 0] === 1);
}

function writeOne(writing: Writing, at: number, byte: number): void {
  const { source } = writing;
  const endsLine = isLineEnd(source[at + 1]);
  let isLiteral = standsForItself(source, at, writing.column, endsLine);
  // If more text follows on the line, leave space for the '=' of a soft line break.
  if (writing.column + (isLiteral ? 1 : 3) > room(writing, at, endsLine)) {
    writing.target[writing.length] = EQUALS;
    writing.length += 1;
    writeLineEnd(writing);
    isLiteral = standsForItself(source, at, 0, endsLine);
  }
  if (isLiteral) {
    writing.target[writing.length] = byte;
    writing.length += 1;
    writing.column += 1;
  } else {
    writeEscape(writing, byte);
  }
}

function room({ lastLine, source }: Writing, at: number, endsLine: boolean): number {
  if (at === source.length - 1) return lastLine;
  return endsLine ? MAX_LINE : MAX_LINE - 1;
}

function standsForItself(source: Buffer, at: number, column: number, endsLine: boolean): boolean {
  if (column === 0 && beginsBadly(source, at)) return false;
  const byte = source[at] ?? 0;
  // Keep a single space between words. DKIM's relaxed canonicalization would change a tab or repeated white space.
  if (byte === SPACE) return !endsLine && source[at + 1] !== SPACE && source[at + 1] !== TAB;
  return LITERAL[byte] === 1;
}

/**
 * Returns whether a line must not start here: SMTP doubles a dot at the start of a line, and mailbox formats escape
 * `From `.
 */
function beginsBadly(source: Buffer, at: number): boolean {
  if (source[at] === DOT) return true;
  return source[at] === CAPITAL_F && source.toString('latin1', at, at + FROM.length) === FROM;
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === undefined || byte === CR || byte === LF;
}

function writeEscape(writing: Writing, byte: number): void {
  const { length, target } = writing;
  target[length] = EQUALS;
  target[length + 1] = HEX[byte >> 4] ?? 0;
  target[length + 2] = HEX[byte & 15] ?? 0;
  writing.length = length + 3;
  writing.column += 3;
}

function writeLineEnd(writing: Writing): void {
  const { length, target } = writing;
  target[length] = CR;
  target[length + 1] = LF;
  writing.length = length + 2;
  writing.column = 0;
}

/** Removes trailing line breaks. */
export function withoutFinalLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}
