import { encodeQuotedPrintable, withoutFinalLineEnds } from './quoted-printable.ts';

/** How a text is written in seven bits (RFC 2045 section 6). */
export type TransferEncoding = 'quoted-printable' | 'base64';

const LINE_END = '\r\n';
/** Bytes of a line of 76 characters. */
const LINE_BYTES = 57;

/** A text of a mail, encoded the shorter way; both ways it is its own canonical form for DKIM. */
export function encodeText(text: string): { readonly encoding: TransferEncoding; readonly body: Buffer } {
  const quoted = encodeQuotedPrintable(text);
  return isLonger(quoted.length, text)
    ? { encoding: 'base64', body: Buffer.from(encodeBase64(Buffer.from(finalLines(text))), 'latin1') }
    : { encoding: 'quoted-printable', body: quoted };
}

/** The encoding in which a text is shorter. */
export function shorterEncoding(text: string): TransferEncoding {
  return isLonger(encodeQuotedPrintable(text).length, text) ? 'base64' : 'quoted-printable';
}

/** Base64 in lines (RFC 2045 section 6.8), each with its end. */
export function encodeBase64(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    lines.push(bytes.toString('base64', at, at + LINE_BYTES), LINE_END);
  }
  return lines.join('');
}

/** A piece of a text with line ends as they are sent. */
export function lines(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, LINE_END);
}

/** The last piece of a text: one line end is at its end. */
export function finalLines(text: string): string {
  return lines(withoutFinalLineEnds(text)) + LINE_END;
}

/** ASCII is never written in base64: spam filters take that for a disguise (MIME_BASE64_TEXT of SpamAssassin). */
function isLonger(quotedLength: number, text: string): boolean {
  // No text has fewer bytes than characters: for most this is all there is to compute.
  if (quotedLength <= base64Length(text.length)) return false;
  const bytes = Buffer.byteLength(text);
  return bytes > text.length && quotedLength > base64Length(bytes);
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + Math.ceil(bytes / LINE_BYTES) * LINE_END.length;
}
