const DOT = 0x2e;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;
const LINE_THEN_DOT = Buffer.from('\r\n.');

const TERMINATOR = Buffer.from('.\r\n');
const LINE_END_AND_TERMINATOR = Buffer.from('\r\n.\r\n');

/**
 * The data with each line that begins with a dot given a second one (RFC 5321 4.5.2); the same buffer when there is none.
 * Only CRLF begins a line: everything else is sent as it is.
 */
export function stuffDots(data: Buffer): Buffer {
  let next = data[0] === DOT ? 0 : nextDot(data, 0);
  if (next < 0) return data;
  const parts: Buffer[] = [];
  let start = 0;
  while (next >= 0) {
    // The dot ends one part and begins the next, and so stands twice.
    parts.push(data.subarray(start, next + 1));
    start = next;
    next = nextDot(data, next);
  }
  parts.push(data.subarray(start));
  return Buffer.concat(parts);
}

/** What ends this data: the final dot, on a line of its own. */
export function terminatorOf(data: Buffer): Buffer {
  const size = data.length;
  const isAtLineStart = size === 0 || (data[size - 2] === CARRIAGE_RETURN && data[size - 1] === LINE_FEED);
  return isAtLineStart ? TERMINATOR : LINE_END_AND_TERMINATOR;
}

/** Where the next line after `from` begins with a dot; negative when none does. */
function nextDot(data: Buffer, from: number): number {
  const found = data.indexOf(LINE_THEN_DOT, from);
  return found < 0 ? found : found + 2;
}
