/** The properties of a request that are needed to reject it without a full parse. */
export interface PlainHead {
  readonly method: string;
  readonly target: string;
  /** Size of the head in bytes, including the empty line at its end. */
  readonly headBytes: number;
  /** Size of the request in bytes, including the body. */
  readonly totalBytes: number;
  /** False if the request has an Expect header, or a Connection header other than keep-alive. */
  readonly isOrdinary: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Maximum size of a head, in bytes. Longer heads are left to Node's parser, which accepts 16 KB. */
const MAX_HEAD_BYTES = 4_096;
/**
 * Matches an unambiguous head. RFC 9112 allows a bare LF as a line end (section 2.2), folded lines (section 5.2), and
 * other white space (section 3). Heads with any of these are left to Node's parser.
 */
const STRICT_HEAD = /^([A-Z]{3,7}) ([!-~]+) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*\r\n)+\r\n/;
const LENGTHS = /\r\ncontent-length:([^\r]*)/gi;
/** Matches headers with which Content-Length does not determine the end of the request. */
const FRAMED_OTHERWISE = /\r\n(?:transfer-encoding|upgrade):/i;
const NOT_ORDINARY = /\r\n(?:expect:|connection:(?![\t ]*keep-alive[\t ]*\r))/i;
/** Matches a content length of at most 15 digits, which JavaScript represents exactly. */
const LENGTH = /^[\t ]*(\d{1,15})[\t ]*$/;

/**
 * Reads the head at the start of a chunk. Returns undefined if the head is incomplete, or if it must be left to Node's
 * parser.
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
