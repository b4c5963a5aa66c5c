import PostalMime, { type Email } from 'postal-mime';
import { htmlToText } from '../../../mail/html-to-text.ts';
import type { ReceivedMail } from '../../../mail/received-mail.ts';

/** So much of a bounce or complaint is looked at: what it says comes first, the mail that it returns last. */
const MAX_LOOKED_AT_BYTES = 256 * 1024;
/** Splitting costs about 7 µs a line, however short it is; 10 MB of base64 have 138,000 lines. */
const MAX_LINES = { ofReport: 150_000, ofOther: 20_000 } as const;
/** Reports have a handful; each one more makes every line of the mail dearer to look at. */
const MAX_BOUNDARIES = 50;
const LF = 10;
const SPACE = 32;
const MAX_SPACES = 1_000;
const MAX_NESTING = 20;
const MAX_HEADERS_BYTES = 256 * 1024;
const MAX_TEXT_CHARACTERS = 256 * 1024;
const BOUNDARY = /boundary/gi;

/** A mail that cannot be split within the limits; the message says which. */
export class UnreadableMail extends Error {}

/**
 * Splits a mail into header, text and parts (RFC 2045 to 2049). Returned mails stay parts: what they say is not what the
 * report says. Of mail that is no TLS-RPT or DMARC report the first 256 KB only. Throws UnreadableMail over the limits of
 * lines, boundaries, nesting and headers.
 */
export async function splitMail(received: Buffer, isReport: boolean): Promise<ReceivedMail> {
  const raw = withoutSpaces(received).subarray(0, isReport ? received.length : MAX_LOOKED_AT_BYTES);
  requireFewLines(raw, isReport ? MAX_LINES.ofReport : MAX_LINES.ofOther);
  // Words of the body count too: a bound needs no precision.
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
  // The parsed one has encoded words undone.
  if (parsed.subject !== undefined) headers.set('subject', parsed.subject);
  return {
    headers,
    text: textOf(parsed, raw).slice(0, MAX_TEXT_CHARACTERS),
    parts: parsed.attachments.map(({ content, filename, mimeType }) => ({
      filename,
      mimeType: mimeType.toLowerCase(),
      // Text only when its encoding is asked for, which it is not.
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  };
}

/** A header does not begin with a space: what stands before it was put there by somebody on the way. */
function withoutSpaces(received: Buffer): Buffer {
  const start = received.subarray(0, MAX_SPACES).findIndex((byte) => byte > SPACE);
  return received.subarray(Math.max(0, start));
}

/** Parts whose boundary is another than the header says are all in front of the first one, which nobody shows. */
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
