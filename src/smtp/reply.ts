/**
 * Maximum number of bytes kept per line. RFC 5321 section 4.5.3.1.5 allows 512, but some servers send more. The rest of
 * the line is read and discarded.
 */
export const MAX_LINE_BYTES = 2_048;
/**
 * Maximum number of characters kept per reply. The limit is high enough for all lines of an EHLO reply. Lines beyond it
 * are read and discarded.
 */
export const MAX_KEPT_CHARACTERS = 64 * 1024;
/** Maximum size of a reply, in bytes, including line endings. A server that sends more may never finish. */
export const MAX_REPLY_BYTES = 1024 * 1024;

/** A server's reply to one command (RFC 5321 section 4.2). */
export interface Reply {
  /** Code of the last line, from 200 to 599. */
  readonly code: number;
  /** Text of all lines, joined by spaces and without control characters. */
  readonly text: string;
  /**
   * The enhanced status code (RFC 2034) at the start of a line, such as '5.1.1', if its class matches the reply code.
   */
  readonly enhanced: string | undefined;
}

/** A reply with the text of each line, which EHLO needs. */
export interface ReceivedReply {
  readonly reply: Reply;
  readonly lines: readonly string[];
  /**
   * Reason why the reply is incomplete. If set, the reply has the code of its first line, because the last line did not
   * arrive.
   */
  readonly cutShort?: string;
}

/** Receives the output of a parser, in order. */
export interface ReplyEvents {
  onReply(heard: ReceivedReply): void;
  /** Called with a line that should start a reply but is invalid. The line becomes the first line of the next reply. */
  onGarbage(line: string): void;
}

/** Parses a stream of bytes into replies. How the stream is split into chunks does not matter. */
export interface ReplyParser {
  /** Parses data from the server. Returns undefined, or the reason why no further data can be parsed. */
  push(chunk: Buffer): string | undefined;
  /**
   * Returns the reply received so far, with the code of its first line. If only `2` or `2x` has arrived, pads the code
   * with zeros, because every 2xx code is positive. Returns undefined if no reply has started, or if only the start of
   * another code has arrived.
   */
  begun(): ReceivedReply | undefined;
  /** Returns whether a reply has started but is incomplete. */
  isWithinReply(): boolean;
}

/**
 * Matches a code at the start of a line. Only spaces and non-ASCII bytes may precede it. The reply ends with the line
 * unless a hyphen follows, because servers send spaces, tabs, or nothing.
 */
const REPLY_LINE = /^[^\x21-\x7e]*([2-5]\d\d)(?!\d)([ \t-]?)(.*)$/s;
/**
 * Matches a line that starts with the digit 2 but ends before its code is complete. This digit is sufficient, because
 * every 2xx code is positive.
 */
const BEGUN_YES = /^[^\x21-\x7e]*(2\d?)$/;
const BLANK = /^[^\x21-\x7e]*$/;
const ENHANCED_STATUS = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/;
const TOO_LONG = `a reply is longer than ${MAX_REPLY_BYTES} bytes`;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * Creates a parser for the replies on one connection. It accepts lines in any form, because only the code of the last
 * line matters (RFC 5321 section 4.2.1). It truncates long lines, drops excess lines, and accepts a bare line feed as
 * the end of a line.
 */
export function createReplyParser(events: ReplyEvents): ReplyParser {
  let rest = '';
  let lines: string[] = [];
  let keptCharacters = 0;
  /**
   * `bytes` counts the bytes of the reply before `rest`. `restBytes` counts the bytes of `rest` before it was
   * truncated.
   */
  let [bytes, restBytes] = [0, 0];
  let firstCode: number | undefined;
  let isWithin = false;

  function keep(text: string): void {
    if (keptCharacters >= MAX_KEPT_CHARACTERS) return;
    keptCharacters += text.length + 1;
    lines.push(text);
  }

  function takeLine(raw: string): void {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const match = REPLY_LINE.exec(line);
    if (!match) {
      if (BLANK.test(line)) return;
      isWithin = true;
      keep(readable(line));
      if (firstCode === undefined) events.onGarbage(quote(line));
      return;
    }
    const code = Number(match[1]);
    keep(readable(match[3] ?? ''));
    firstCode ??= code;
    isWithin = match[2] === '-';
    if (isWithin) return;
    const heard = toReply(code, lines);
    [lines, bytes, keptCharacters, firstCode] = [[], 0, 0, undefined];
    events.onReply(heard);
  }

  /** Adds a part of a line. Returns false if the reply exceeds its size limit. */
  function extend(piece: string): boolean {
    const room = MAX_REPLY_BYTES - bytes - restBytes;
    const taken = piece.length <= room ? piece : piece.slice(0, room);
    restBytes += taken.length;
    rest = rest === '' && taken.length <= MAX_LINE_BYTES ? taken : (rest + taken).slice(0, MAX_LINE_BYTES);
    return piece.length <= room;
  }

  return {
    push(chunk) {
      // Convert all data at once. With pipelining, three replies usually arrive together.
      const text = chunk.toString('latin1');
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        if (!extend(text.slice(start, end))) return TOO_LONG;
        const line = rest;
        bytes += restBytes + 1;
        [rest, restBytes] = ['', 0];
        takeLine(line);
        start = end + 1;
      }
      return start === text.length || extend(text.slice(start)) ? undefined : TOO_LONG;
    },
    begun() {
      const known = firstCode ?? codeOf(rest);
      if (known === undefined) return undefined;
      return toReply(known, rest === '' ? lines : [...lines, readable(REPLY_LINE.exec(rest)?.[3] ?? '')]);
    },
    isWithinReply: () => rest !== '' || isWithin,
  };
}

/**
 * Returns the code at the start of an incomplete line. Pads an incomplete 2xx code with zeros. Returns undefined if no
 * code has started.
 */
function codeOf(rest: string): number | undefined {
  const code = REPLY_LINE.exec(rest)?.[1] ?? BEGUN_YES.exec(rest)?.[1]?.padEnd(3, '0');
  return code === undefined ? undefined : Number(code);
}

function toReply(code: number, lines: readonly string[]): ReceivedReply {
  const text = lines.length === 1 ? (lines[0] ?? '') : lines.join(' ');
  return { reply: { code, text, enhanced: enhancedStatusOf(code, lines) }, lines };
}

/**
 * Returns the enhanced code. Ignores a code whose class differs from the class of the reply code (RFC 2034 section 4).
 */
function enhancedStatusOf(code: number, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const match = ENHANCED_STATUS.exec(line);
    if (match && Number(match[1]) === Math.trunc(code / 100)) return match[0];
  }
  return undefined;
}

/** Makes text safe for the database and for display. Decodes UTF-8 and replaces control characters, especially NUL. */
function readable(latin1: string): string {
  if (!NOT_PRINTABLE_ASCII.test(latin1)) return latin1;
  return Buffer.from(latin1, 'latin1').toString('utf8').replaceAll(CONTROL_CHARACTERS, ' ');
}

const MAX_QUOTED_CHARACTERS = 60;

function quote(line: string): string {
  const shown = readable(line);
  return `"${shown.length > MAX_QUOTED_CHARACTERS ? `${shown.slice(0, MAX_QUOTED_CHARACTERS)}...` : shown}"`;
}
