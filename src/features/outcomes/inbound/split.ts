import PostalMime, { type Email } from 'postal-mime';
import { htmlToText } from '../../../mail/html-to-text.ts';
import type { ReceivedMail } from '../../../mail/received-mail.ts';

/**
 * Number of bytes of a bounce or complaint that are parsed. This is sufficient, because the report precedes the
 * returned message.
 */
const MAX_EXAMINED_BYTES = 256 * 1024;
/** Maximum number of lines. Splitting takes about 7 µs per line, however short. 10 MB of base64 have 138,000 lines. */
const MAX_LINES = { ofReport: 150_000, ofOther: 20_000 } as const;
/**
 * Maximum number of boundaries. Reports have few. The number is limited because each boundary makes every line more
 * expensive to parse.
 */
const MAX_BOUNDARIES = 50;
const LF = 10;
const SPACE = 32;
const MAX_SPACES = 1_000;
const MAX_NESTING = 20;
const MAX_HEADERS_BYTES = 256 * 1024;
const MAX_TEXT_CHARACTERS = 256 * 1024;
const BOUNDARY = /boundary/gi;

/** Thrown if a message exceeds a limit of the parser. The error message names the limit. */
export class UnreadableMail extends Error {}

/**
 * Splits a message into header, text, and parts (RFC 2045 to 2049). Returned messages remain parts, because their text
 * is not part of the report. Parses only the first 256 KB, unless the message is a TLS or DMARC report. Throws
 * UnreadableMail if the message exceeds a limit on lines, boundaries, nesting, or headers.
 */
export async function splitMail(received: Buffer, isReport: boolean): Promise<ReceivedMail> {
  const raw = withoutSpaces(received).subarray(0, isReport ? received.length : MAX_EXAMINED_BYTES);
  requireFewLines(raw, isReport ? MAX_LINES.ofReport : MAX_LINES.ofOther);
  // Also counts the word "boundary" in the body. This is acceptable, because the limit need not be exact.
  const boundaries = raw.toString('latin1').match(BOUNDARY)?.length ?? 0;
  if (boundaries > MAX_BOUNDARIES) throw new UnreadableMail(`The message has more than ${MAX_BOUNDARIES} boundaries`);
  const parsed = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADERS_BYTES,
  }).catch((error: unknown) => {
    throw new UnreadableMail(`The message cannot be parsed: ${error instanceof Error ? error.message : String(error)}`);
  });
  const headers = new Map<string, string>();
  for (const { key, value } of parsed.headers) if (!headers.has(key)) headers.set(key, value.trim());
  // Use the parsed subject, because its encoded words have been decoded.
  if (parsed.subject !== undefined) headers.set('subject', parsed.subject);
  return {
    headers,
    text: textOf(parsed, raw).slice(0, MAX_TEXT_CHARACTERS),
    parts: parsed.attachments.map(({ content, filename, mimeType }) => ({
      filename,
      mimeType: mimeType.toLowerCase(),
      // Content is a string only if an encoding was requested, which is never the case here.
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

/** Removes leading white space. A relay must have added it, because no header starts with white space. */
function withoutSpaces(received: Buffer): Buffer {
  const start = received.subarray(0, MAX_SPACES).findIndex((byte) => byte > SPACE);
  return received.subarray(Math.max(0, start));
}

/**
 * Returns the text of a message. If the boundary in the body differs from the one in the header, the parser finds no
 * parts, and the whole body is returned as text.
 */
function textOf({ attachments, html = '', text }: Email, raw: Buffer): string {
  const shown = text ?? htmlToText(html.slice(0, MAX_TEXT_CHARACTERS));
  return shown.trim() === '' && attachments.length === 0 ? bodyOf(raw) : shown;
}

function bodyOf(raw: Buffer): string {
  const text = raw.subarray(0, MAX_TEXT_CHARACTERS).toString('utf8');
  const end = /\r?\n\r?\n/.exec(text);
  return end ? text.slice(end.index + end[0].length) : '';
}

function requireFewLines(raw: Buffer, maxLines: number): void {
  let lines = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) {
    lines += 1;
    if (lines > maxLines) throw new UnreadableMail(`The message has more than ${maxLines} lines`);
  }
}
