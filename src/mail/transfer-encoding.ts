import { encodeQuotedPrintable, withoutFinalLineEnds } from './quoted-printable.ts';

/** Transfer encoding for 7-bit transport (RFC 2045 section 6). */
export type TransferEncoding = 'quoted-printable' | 'base64';

const LINE_END = '\r\n';
/** Number of bytes in a line of 76 base64 characters. */
const LINE_BYTES = 57;

/**
 * Encodes message text as quoted-printable, or as base64 if the text is not ASCII and base64 is shorter. The result is
 * in DKIM canonical form.
 */
export function encodeText(text: string): { readonly encoding: TransferEncoding; readonly body: Buffer } {
  const quoted = encodeQuotedPrintable(text);
  return isLonger(quoted.length, text)
    ? { encoding: 'base64', body: Buffer.from(encodeBase64(Buffer.from(finalLines(text))), 'latin1') }
    : { encoding: 'quoted-printable', body: quoted };
}

/** Returns the encoding that `encodeText` uses for the text. */
export function shorterEncoding(text: string): TransferEncoding {
  return isLonger(encodeQuotedPrintable(text).length, text) ? 'base64' : 'quoted-printable';
}

/** Encodes bytes as base64 lines (RFC 2045 section 6.8), each with a line break. */
export function encodeBase64(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    lines.push(bytes.toString('base64', at, at + LINE_BYTES), LINE_END);
  }
  return lines.join('');
}

/** Converts line breaks to CRLF. */
export function lines(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, LINE_END);
}

/** Converts line breaks to CRLF, and ends the text with exactly one line break. */
export function finalLines(text: string): string {
  return lines(withoutFinalLineEnds(text)) + LINE_END;
}

/**
 * Returns whether the text contains non-ASCII characters and base64 is shorter than quoted-printable. ASCII text is
 * never encoded as base64, because spam filters consider this obfuscation (MIME_BASE64_TEXT of SpamAssassin).
 */
function isLonger(quotedLength: number, text: string): boolean {
  // The number of UTF-8 bytes is at least `text.length`, so this faster check is usually sufficient.
  if (quotedLength <= base64Length(text.length)) return false;
  const bytes = Buffer.byteLength(text);
  return bytes > text.length && quotedLength > base64Length(bytes);
}

function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4 + Math.ceil(bytes / LINE_BYTES) * LINE_END.length;
}
