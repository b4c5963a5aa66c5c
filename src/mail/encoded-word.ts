const PREFIX_B = '=?UTF-8?B?';
const SUFFIX = '?=';
/** RFC 2047 section 2: a line with an encoded word has at most 76 characters, the field's name and the fold included. */
const MAX_LINE = 76;
/** Four characters of base64 hold three bytes. */
const BASE64_GROUP = 4;
const GROUP_BYTES = 3;
/** Less than this on the first line is not worth a word: it begins on a line of its own. */
const LEAST_BYTES = 12;
/** The space that begins a folded line. */
const FOLDED_COLUMN = 1;
const ROOM_FOLDED = roomBehind(FOLDED_COLUMN);

/**
 * Encoded words (RFC 2047) of text that is not plain ASCII, folded between words; no code point is split. The first of
 * them begins behind `column` characters, or on a line of its own when they leave too little room.
 */
export function encodeWords(text: string, column: number): string {
  const first = roomBehind(column);
  const isOnFirstLine = first >= LEAST_BYTES;
  let room = isOnFirstLine ? first : ROOM_FOLDED;
  let words = isOnFirstLine ? '' : '\r\n ';
  let from = 0;
  let bytes = 0;
  let at = 0;
  for (const point of text) {
    const size = Buffer.byteLength(point);
    if (bytes + size > room) {
      words += `${wordOf(text.slice(from, at))}\r\n `;
      room = ROOM_FOLDED;
      from = at;
      bytes = 0;
    }
    bytes += size;
    at += point.length;
  }
  return words + (from < text.length ? wordOf(text.slice(from)) : '');
}

/** True when text may stand in an unstructured header field as it is. */
export function isPlain(text: string): boolean {
  return /^[\t -~]*$/.test(text) && !text.includes('=?');
}

function wordOf(text: string): string {
  return `${PREFIX_B}${Buffer.from(text).toString('base64')}${SUFFIX}`;
}

/** Bytes of text that an encoded word holds that begins behind so many characters; the word itself has 75 at most. */
function roomBehind(column: number): number {
  const characters = MAX_LINE - column - PREFIX_B.length - SUFFIX.length;
  return Math.floor(characters / BASE64_GROUP) * GROUP_BYTES;
}
