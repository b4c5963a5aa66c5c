const DOT = 0x2e;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const LINE_THEN_DOT = Buffer.from('\r\n.');

const TERMINATOR = Buffer.from('.\r\n');
const LINE_END_AND_TERMINATOR = Buffer.from('\r\n.\r\n');

/**
 * Doubles the dot at the start of each line that begins with one (RFC 5321 section 4.5.2). Returns the same buffer if
 * there is no such line. Only CRLF starts a new line. All other bytes are sent unchanged.
 */
export function stuffDots(data: Buffer): Buffer {
  let next = data[0] === DOT ? 0 : nextDot(data, 0);
  if (next < 0) return data;
  const parts: Buffer[] = [];
  let start = 0;
  while (next >= 0) {
    // Include the dot in both parts, the current and the next one, so that it is sent twice.
    parts.push(data.subarray(start, next + 1));
    start = next;
    next = nextDot(data, next);
  }
  parts.push(data.subarray(start));
  return Buffer.concat(parts);
}

/** Returns the bytes that end this data: the final dot on its own line. */
export function terminatorOf(data: Buffer): Buffer {
  const size = data.length;
  const isAtLineStart = size === 0 || (data[size - 2] === CARRIAGE_RETURN && data[size - 1] === LINE_FEED);
  return isAtLineStart ? TERMINATOR : LINE_END_AND_TERMINATOR;
}

/**
 * Returns the position of the next line after `from` that starts with a dot, or a negative number if no such line
 * follows.
 */
function nextDot(data: Buffer, from: number): number {
  const found = data.indexOf(LINE_THEN_DOT, from);
  return found < 0 ? found : found + 2;
}
