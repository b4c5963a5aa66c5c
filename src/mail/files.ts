import { createHash } from 'node:crypto';
import type { HeaderField } from './header.ts';

/**
 * How a message contains a file: as an attachment, as an inline image that the HTML refers to, or as an alternative
 * body (multipart/alternative).
 */
export type FilePlace = 'attachment' | 'inline' | 'alternative';

export interface MailFile {
  readonly name?: string | undefined;
  /** Media type with its parameters (RFC 2045 section 5.1). */
  readonly type: string;
  readonly place: FilePlace;
  /** Content-ID without angle brackets, for links such as `cid:logo` (RFC 2392). */
  readonly contentId?: string | undefined;
  readonly content: Buffer;
}

/** A part of a message: its header fields, and its encoded body, which is empty or ends with a line break. */
export interface MimePart {
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

/** Maximum number of characters in a line of base64 (RFC 2045 section 6.8). */
const LINE_CHARACTERS = 76;
/** Maximum length of a file name that is written without encoding, in characters. */
const PLAIN_CHARACTERS = 50;
/** Matches text that a quoted string can contain without escapes. */
const PLAIN = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;

/** Returns a part with a file, encoded in base64. */
export function filePart({ content, contentId, name, place, type }: MailFile): MimePart {
  const disposition =
    place === 'alternative' ? [] : [{ name: 'Content-Disposition', value: dispositionOf(place, name) }];
  return {
    headers: [
      { name: 'Content-Type', value: type },
      { name: 'Content-Transfer-Encoding', value: 'base64' },
      ...disposition,
      ...(contentId === undefined ? [] : [{ name: 'Content-ID', value: `<${contentId}>` }]),
    ],
    body: Buffer.from(inLines(content.toString('base64')), 'latin1'),
  };
}

/** Returns the number of bytes that a file of the given size takes in a message, in base64 with line breaks. */
export function encodedLength(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + 2 * Math.ceil(characters / LINE_CHARACTERS);
}

/**
 * Combines MIME parts into one multipart part. `seed` determines the boundary, so that the same message always has the
 * same bytes.
 */
export function multipart(
  subtype: 'alternative' | 'related' | 'mixed',
  parts: readonly MimePart[],
  seed: string,
): MimePart {
  // '=_' occurs in neither base64 nor quoted-printable. The boundaries of nested parts differ in the subtype.
  const boundary = `=_${subtype}_${createHash('sha256').update(seed).digest('hex').slice(0, 40)}`;
  const pieces = parts.flatMap(({ body, headers }) => {
    const fields = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
    return [Buffer.from(`--${boundary}\r\n${fields}\r\n`), body.length > 0 ? body : Buffer.from('\r\n')];
  });
  return {
    headers: [{ name: 'Content-Type', value: `multipart/${subtype};\r\n boundary="${boundary}"` }],
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function inLines(base64: string): string {
  return base64 === '' ? '' : `${base64.replaceAll(/.{76}(?=.)/g, '$&\r\n')}\r\n`;
}

/**
 * Formats a Content-Disposition value (RFC 2183). Encodes long names, and names that a quoted string cannot contain
 * without escapes, in several segments if required (RFC 2231 sections 3 and 4).
 */
function dispositionOf(kind: string, name: string | undefined): string {
  if (name === undefined) return kind;
  if (PLAIN.test(name) && name.length <= PLAIN_CHARACTERS) return `${kind};\r\n filename="${name}"`;
  const encoded = `utf-8''${encodeURIComponent(name).replaceAll(/[!'()*]/g, escaped)}`;
  // Each segment (RFC 2231 section 3) has at most 20 octets, which take up to 60 characters.
  const segments = encoded.match(/(?:%[0-9A-F]{2}|[^%]){1,20}/g) ?? [];
  if (segments.length === 1) return `${kind};\r\n filename*=${encoded}`;
  return `${kind}${segments.map((segment, index) => `;\r\n filename*${index}*=${segment}`).join('')}`;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
