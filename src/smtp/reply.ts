/** Bytes of a line that are kept (RFC 5321 4.5.3.1.5 asks for 512; real servers exceed that). The rest is read and dropped. */
export const MAX_LINE_BYTES = 2_048;
/** Characters of a reply that are kept, which EHLO needs in full. Further lines are read and dropped. */
export const MAX_KEPT_CHARACTERS = 64 * 1024;
/** Most bytes of one reply, line ends included; a server that sends more never comes to an end. */
export const MAX_REPLY_BYTES = 1024 * 1024;

/** What a server answered to one command (RFC 5321 4.2). */
export interface Reply {
  /** 200 to 599: that of the last line. */
  readonly code: number;
  /** The text of its lines, joined by a space; free of control characters. */
  readonly text: string;
  /** The enhanced status code of RFC 2034 at the start of a line ('5.1.1') when its class agrees with the code. */
  readonly enhanced: string | undefined;
}

/** A reply together with the texts of its single lines, which EHLO needs. */
export interface HeardReply {
  readonly reply: Reply;
  readonly lines: readonly string[];
  /** Why the reply has no end, where it was taken by its beginning. */
  readonly cutShort?: string;
}

/** Told of what a parser reads, in order. */
export interface ReplyEvents {
  onReply(heard: HeardReply): void;
  /** A line where a reply should begin that is none; it is kept as the first line of the reply that follows. */
  onGarbage(line: string): void;
}

/** Turns a stream of bytes into replies, the same ones however the network cuts the stream. */
export interface ReplyParser {
  /** Takes what came from the server. Returns why nothing more can be read, once that is so. */
  push(chunk: Buffer): string | undefined;
  /** The reply that has begun, by the first code in it; undefined when none has, or its code is not complete. */
  begun(): HeardReply | undefined;
  /** True in the middle of a reply. */
  isWithinReply(): boolean;
}

/**
 * A code stands at the start of a line, behind nothing but spaces and bytes that are not ASCII. Whatever follows it other
 * than a hyphen ends the reply: servers write spaces, tabs, and nothing at all.
 */
const REPLY_LINE = /^[^\x21-\x7e]*([2-5]\d\d)(?!\d)([ \t-]?)(.*)$/s;
/** A line that has not come further than its code: any 2xx is a yes. */
const BEGUN_YES = /^[^\x21-\x7e]*(2\d?)$/;
const BLANK = /^[^\x21-\x7e]*$/;
const ENHANCED_STATUS = /^([245])\.\d{1,3}\.\d{1,3}(?=\s|$)/;
const TOO_LONG = `a reply is longer than ${MAX_REPLY_BYTES} bytes`;
const NOT_PRINTABLE_ASCII = /[^\x20-\x7e]/;
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * A parser for the replies of one connection. It reads on whatever a line looks like, since the code of the last one is
 * what counts (RFC 5321 4.2.1): too long lines are cut, too many dropped, and a bare line feed ends a line too.
 */
export function createReplyParser(events: ReplyEvents): ReplyParser {
  let rest = '';
  let lines: string[] = [];
  let keptCharacters = 0;
  /** Bytes of the reply before `rest`, and of `rest` as it came. */
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

  /** Adds a piece of a line, up to the size of a reply; false when that is exceeded. */
  function extend(piece: string): boolean {
    const room = MAX_REPLY_BYTES - bytes - restBytes;
    const taken = piece.length <= room ? piece : piece.slice(0, room);
    restBytes += taken.length;
    rest = rest === '' && taken.length <= MAX_LINE_BYTES ? taken : (rest + taken).slice(0, MAX_LINE_BYTES);
    return piece.length <= room;
  }

  return {
    push(chunk) {
      // One conversion for all that came: with pipelining, three replies usually arrive together.
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

/** The code of a line that has no end yet. */
function codeOf(rest: string): number | undefined {
  const code = REPLY_LINE.exec(rest)?.[1] ?? BEGUN_YES.exec(rest)?.[1]?.padEnd(3, '0');
  return code === undefined ? undefined : Number(code);
}

function toReply(code: number, lines: readonly string[]): HeardReply {
  const text = lines.length === 1 ? (lines[0] ?? '') : lines.join(' ');
  return { reply: { code, text, enhanced: enhancedStatusOf(code, lines) }, lines };
}

/** RFC 2034 4: the class of the enhanced code must be that of the reply; one that contradicts it says nothing. */
function enhancedStatusOf(code: number, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const match = ENHANCED_STATUS.exec(line);
    if (match && Number(match[1]) === Math.trunc(code / 100)) return match[0];
  }
  return undefined;
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
