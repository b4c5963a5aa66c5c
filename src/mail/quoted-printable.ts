const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;
const DOT = 46;
const CAPITAL_F = 70;
const FROM = 'From ';
const MAX_LINE = 76;

/** 1 for bytes that stand for themselves (RFC 2045 section 6.7): printable ASCII but '='. */
const LITERAL = new Uint8Array(256);
for (let byte = 33; byte <= 126; byte += 1) LITERAL[byte] = byte === EQUALS ? 0 : 1;

const HEX = Uint8Array.from(Buffer.from('0123456789ABCDEF'));

/** A text that is being written: where, and how far its last line reaches. */
interface Writing {
  readonly source: Buffer;
  readonly target: Buffer;
  /** Longest line whose end is the end of the text. */
  readonly lastLine: number;
  length: number;
  column: number;
}

/**
 * Quoted-printable (RFC 2045 section 6.7) of text in UTF-8. Lines of at most 76 octets end with CRLF, whatever ended
 * them before; no line ends in white space or begins with a dot or `From `, and no empty lines trail: the result is its
 * own canonical form for DKIM, simple and relaxed alike. Text of nothing but line ends gives no bytes, because in the
 * relaxed form such a body counts as none.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  const { length, target } = encode(withoutFinalLineEnds(text), MAX_LINE);
  if (length === 0) return Buffer.alloc(0);
  target[length] = CR;
  target[length + 1] = LF;
  return target.subarray(0, length + 2);
}

/**
 * The same for a piece of text that begins at the beginning of a line: no line end is taken away or added, and the last
 * line has room for the '=' of a soft break.
 */
export function encodePiece(text: string): Buffer {
  const { length, target } = encode(text, MAX_LINE - 1);
  return target.subarray(0, length);
}

/**
 * Writes the piece to `target` when it is so plain that its bytes are those of the text, and returns where they end;
 * returns -1 when it is not, or when `target` ends too soon. Names and numbers are plain, and this is much faster.
 */
export function writePlainPiece(text: string, target: Buffer, start: number): number {
  const { length } = text;
  if (length >= MAX_LINE || start + length > target.length) return -1;
  if (length === 0) return start;
  const first = text.charCodeAt(0);
  if (first === DOT || (first === CAPITAL_F && text.startsWith(FROM))) return -1;
  // A space before the end, or before another, would be escaped.
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
  // Each byte may take three, and each line of at least 73 octets a soft break of three more.
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

/** Copies bytes that stand for themselves in the middle of a line; returns the position of the first that does not. */
function writeRun(writing: Writing, start: number): number {
  const { source, target } = writing;
  let { column, length } = writing;
  let at = start;
  if (column > 0) {
    // One column before the limit the next byte may matter, which `writeOne` looks at.
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

/** Stands for itself wherever it is not the first of its line: a space does that before what does. */
function isPlain(source: Buffer, at: number): boolean {
  const byte = source[at] ?? 0;
  return LITERAL[byte] === 1 || (byte === SPACE && LITERAL[source[at + 1] ?? 0] === 1);
}

function writeOne(writing: Writing, at: number, byte: number): void {
  const { source } = writing;
  const endsLine = isLineEnd(source[at + 1]);
  let isLiteral = standsForItself(source, at, writing.column, endsLine);
  // Where more follows, the line must keep room for the '=' of a soft break.
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
  // One space between words stands; a tab or a run of blanks would change in DKIM's relaxed form.
  if (byte === SPACE) return !endsLine && source[at + 1] !== SPACE && source[at + 1] !== TAB;
  return LITERAL[byte] === 1;
}

/** A dot is stuffed by SMTP, and `From ` escaped by mailboxes: neither may begin a line. */
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

/** A text without the line ends that it ends with, in linear time: a pattern would try again at each line end within. */
export function withoutFinalLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end);
}
