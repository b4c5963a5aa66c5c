/** What must be known of a request to refuse it without having it parsed. */
export interface PlainHead {
  readonly method: string;
  readonly target: string;
  /** Bytes of the head, with the empty line at its end. */
  readonly headBytes: number;
  /** Bytes of the request from its first to the last of its body. */
  readonly totalBytes: number;
  /** Nothing in it asks for more than an answer: no 100 Continue, no end of the connection. */
  readonly isOrdinary: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Longer heads are left to the parser of Node, which takes 16 KB. */
const MAX_HEAD_BYTES = 4_096;
/**
 * A head without anything that two readers could take for two things: RFC 9112 section 2.2 allows a bare LF as the end of a
 * line, section 5.2 folded lines, section 3 other spaces; each of these is left to the parser.
 */
const STRICT_HEAD = /^([A-Z]{3,7}) ([!-~]+) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+\r\n/;
const LENGTHS = /\r\ncontent-length:([^\r]*)/gi;
/** RFC 9112 section 6.3: with a Transfer-Encoding the end of the body is not where Content-Length says. */
const FRAMED_OTHERWISE = /\r\n(?:transfer-encoding|upgrade):/i;
const NOT_ORDINARY = /\r\n(?:expect:|connection:(?![\t ]*keep-alive[\t ]*\r))/i;
/** As many digits as lose nothing in a number. */
const LENGTH = /^[\t ]*(\d{1,15})[\t ]*$/;

/**
 * Reads the head that a chunk begins with. Undefined when the chunk does not hold all of it, or when there is any doubt
 * where the request ends (RFC 9112 section 6).
 */
export function readPlainHead(chunk: Buffer): PlainHead | undefined {
  const end = chunk.indexOf(HEAD_END);
  if (end === -1 || end > MAX_HEAD_BYTES) return undefined;
  const text = chunk.toString('latin1', 0, end + HEAD_END.length);
  const match = STRICT_HEAD.exec(text);
  if (!match) return undefined;
  const [head, method = '', target = ''] = match;
  if (FRAMED_OTHERWISE.test(head)) return undefined;
  const [length, another] = [...head.matchAll(LENGTHS)];
  const digits = length ? LENGTH.exec(length[1] ?? '')?.[1] : '0';
  if (digits === undefined || another) return undefined;
  const headBytes = head.length;
  return { method, target, headBytes, totalBytes: headBytes + Number(digits), isOrdinary: !NOT_ORDINARY.test(head) };
}
