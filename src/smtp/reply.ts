/** Longest line of a reply in bytes, without its line end (RFC 5321 4.5.3.1.5 asks for 512; real servers exceed that). */
export const MAX_REPLY_LINE_BYTES = 2_048;
/** Most lines of one reply. */
export const MAX_REPLY_LINES = 100;
/** Most bytes of one reply, line ends included. */
export const MAX_REPLY_BYTES = 16 * 1024;

/** What a server answered to one command (RFC 5321 4.2). */
export interface Reply {
  /** 200 to 599. */
  readonly code: number;
  /** The text of all its lines, joined by a space; free of control characters. */
  readonly text: string;
  /** The enhanced status code of RFC 2034 at the start of the text ('5.1.1') when its class agrees with the code. */
  readonly enhanced: string | undefined;
}

/** A reply together with the texts of its single lines, which EHLO needs. */
export interface HeardReply {
  readonly reply: Reply;
  readonly lines: readonly string[];
}

/** Turns a stream of bytes into replies. */
export interface ReplyParser {
  /**
   * Takes what came from the server and gives each complete reply to `onReply`.
   * Returns a sentence that says what is wrong once the server leaves the protocol; nothing more can be read then.
   */
  push(chunk: Buffer, onReply: (heard: HeardReply) => void): string | undefined;
  /** True in the middle of a reply. */
  isWithinReply(): boolean;
}

const LINE_FEED = 0x0a;
const REPLY_LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/s;
const ENHANCED_STATUS = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** A parser for the replies of one connection. It accepts a bare line feed as line end, since the code is what counts. */
export function createReplyParser(): ReplyParser {
  let rest: Buffer | undefined;
  let code = '';
  let lines: string[] = [];
  let sizeBytes = 0;

  function takeLine(raw: string, onReply: (heard: HeardReply) => void): string | undefined {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.length > MAX_REPLY_LINE_BYTES) return `a reply line is longer than ${MAX_REPLY_LINE_BYTES} bytes`;
    sizeBytes += raw.length + 1;
    if (sizeBytes > MAX_REPLY_BYTES) return `a reply is longer than ${MAX_REPLY_BYTES} bytes`;
    const match = REPLY_LINE.exec(line);
    if (!match) return `the server answered ${quote(line)}, which is no SMTP reply`;
    const lineCode = match[1] ?? '';
    if (lines.length > 0 && lineCode !== code) return `the lines of a reply differ in code (${code} and ${lineCode})`;
    if (lines.length === MAX_REPLY_LINES) return `a reply has more than ${MAX_REPLY_LINES} lines`;
    code = lineCode;
    lines.push(readable(match[3] ?? ''));
    if (match[2] === '-') return undefined;
    const heard = toReply(Number(code), lines);
    lines = [];
    sizeBytes = 0;
    onReply(heard);
    return undefined;
  }

  return {
    push(chunk, onReply) {
      const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
      const end = bytes.lastIndexOf(LINE_FEED);
      rest = end + 1 < bytes.length ? bytes.subarray(end + 1) : undefined;
      // One conversion for all that came: with pipelining, three replies usually arrive together.
      const text = end < 0 ? '' : bytes.toString('latin1', 0, end + 1);
      for (let start = 0; start < text.length;) {
        const lineEnd = text.indexOf('\n', start);
        const fault = takeLine(text.slice(start, lineEnd), onReply);
        if (fault !== undefined) return fault;
        start = lineEnd + 1;
      }
      // The carriage return may stand at the end of what came so far.
      if (rest && rest.length > MAX_REPLY_LINE_BYTES + 1) {
        return `a reply line is longer than ${MAX_REPLY_LINE_BYTES} bytes`;
      }
      return undefined;
    },
    isWithinReply: () => rest !== undefined || lines.length > 0,
  };
}

function toReply(code: number, lines: readonly string[]): HeardReply {
  const text = lines.length === 1 ? (lines[0] ?? '') : lines.join(' ');
  return { reply: { code, text, enhanced: enhancedStatusOf(code, text) }, lines };
}

/** RFC 2034 4: the class of the enhanced code must be that of the reply; one that contradicts it says nothing. */
function enhancedStatusOf(code: number, text: string): string | undefined {
  const match = ENHANCED_STATUS.exec(text);
  return match && Number(match[1]) === Math.trunc(code / 100) ? match[0] : undefined;
}

/** Replies go into the database and onto screens: UTF-8 where it is, and no control characters (NUL above all). */
function readable(latin1: string): string {
  if (!NOT_PRINTABLE_ASCII.test(latin1)) return latin1;
  return Buffer.from(latin1, 'latin1').toString('utf8').replaceAll(CONTROL_CHARACTERS, ' ');
}

const MAX_QUOTED_CHARACTERS = 60;

function quote(line: string): string {
  const shown = readable(line);
  return `"${shown.length > MAX_QUOTED_CHARACTERS ? `${shown.slice(0, MAX_QUOTED_CHARACTERS)}...` : shown}"`;
}
