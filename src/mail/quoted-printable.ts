const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;
const DOT = 46;
const FROM = Buffer.from('From ');
const HEX = Buffer.from('0123456789ABCDEF');
const MAX_LINE = 76;

/** 1 for bytes that stand for themselves (RFC 2045 section 6.7): printable ASCII but '='. */
const LITERAL = new Uint8Array(256);
for (let byte = 33; byte <= 126; byte += 1) LITERAL[byte] = byte === EQUALS ? 0 : 1;

/**
 * Quoted-printable (RFC 2045 section 6.7) of text in UTF-8. Lines of at most 76 octets end with CRLF, whatever ended
 * them before; no line ends in white space or begins with a dot or `From `, and no empty lines trail: the result is its
 * own canonical form for DKIM, simple and relaxed alike. Text of nothing but line ends gives no bytes, because in the
 * relaxed form such a body counts as none.
 */
export function encodeQuotedPrintable(text: string): Buffer {
  const source = Buffer.from(text.replace(/[\r\n]+$/, ''));
  // Each byte may take three, and each line of at least 73 octets a soft break of three more.
  const target = Buffer.allocUnsafe(source.length * 3 + Math.ceil(source.length / 24) * 3 + 8);
  let length = 0;
  let column = 0;
  for (let at = 0; at < source.length; at += 1) {
    const byte = source[at] ?? 0;
    if (byte === CR || byte === LF) {
      if (byte === CR && source[at + 1] === LF) at += 1;
      length = writeLineEnd(target, length);
      column = 0;
      continue;
    }
    const endsLine = isLineEnd(source[at + 1]);
    let isLiteral = standsForItself(source, at, column, endsLine);
    // Where more follows, the line must keep room for the '=' of a soft break.
    if (column + (isLiteral ? 1 : 3) > (endsLine ? MAX_LINE : MAX_LINE - 1)) {
      target[length] = EQUALS;
      length = writeLineEnd(target, length + 1);
      column = 0;
      isLiteral = standsForItself(source, at, column, endsLine);
    }
    const end = isLiteral ? writeByte(target, length, byte) : writeEscape(target, length, byte);
    column += end - length;
    length = end;
  }
  return length === 0 ? Buffer.alloc(0) : target.subarray(0, writeLineEnd(target, length));
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
  return source[at] === FROM[0] && source.subarray(at, at + FROM.length).equals(FROM);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === undefined || byte === CR || byte === LF;
}

function writeByte(target: Buffer, length: number, byte: number): number {
  target[length] = byte;
  return length + 1;
}

function writeEscape(target: Buffer, length: number, byte: number): number {
  target[length] = EQUALS;
  target[length + 1] = HEX[byte >> 4] ?? 0;
  target[length + 2] = HEX[byte & 15] ?? 0;
  return length + 3;
}

function writeLineEnd(target: Buffer, length: number): number {
  target[length] = CR;
  target[length + 1] = LF;
  return length + 2;
}
