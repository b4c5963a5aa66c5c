import { invalid, Refusal } from '../../../base/refusal.ts';
import { encodedLength, type FilePlace } from '../../../mail/files.ts';
import { storableFile, type StorableFile } from '../../transactional/messages/index.ts';
import { MAX_MAIL_BYTES } from '../../../mail/size.ts';

const MAX_FILES = 50;
const MAX_NAME_CHARACTERS = 255;
const MAX_TYPE_CHARACTERS = 200;
/** Number of bytes reserved for header fields and part boundaries. */
const ROOM_BYTES = 64 * 1024;
/**
 * Estimated growth factor of a body when it is encoded. Only unusual bodies grow more, such as bodies that consist
 * mostly of equals signs.
 */
const ENCODED_BODY = 1.4;
/** A media type with parameters (RFC 2045 section 5.1). */
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:"[\x20\x21\x23-\x5b\x5d-\x7e]*"|[^\s;",<>@()]+))*;?$/;
const CONTENT_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/;
/** Maximum total size of separate messages after substitution, in bytes, so that they fit in one transaction. */
const MAX_TOTAL_BYTES = 60 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** A file as given in a request. Undefined properties are absent. */
export interface FileInput {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly contentId?: string | undefined;
  readonly place: FilePlace;
  readonly content: Buffer;
}

/** Names of a file's properties in a vendor's API, for errors. */
export interface FileNames {
  readonly name: string;
  readonly type: string;
  readonly contentId: string;
}

/** Checks a file of a request. `at` is its path. Throws validation_error under the vendor's field names. */
export function checkedFile(given: FileInput, at: string, names: FileNames): StorableFile {
  const { content, name, place } = given;
  const type = given.type?.trim() || 'application/octet-stream';
  const contentId = given.contentId
    ?.trim()
    .replace(/^cid:/i, '')
    .replace(/^<(.*)>$/, '$1');
  const faults: Readonly<Record<string, string | undefined>> = {
    [names.name]: faultOfName(name),
    [names.type]: faultOfType(type),
    [names.contentId]: contentId === undefined || CONTENT_ID.test(contentId) ? undefined : NOT_AN_ID,
  };
  for (const [field, sentence] of Object.entries(faults)) {
    if (sentence !== undefined) throw invalid({ [`${at}.${field}`]: [sentence] });
  }
  return storableFile({
    ...(name !== undefined && { name: name.toWellFormed() }),
    type,
    place,
    ...(contentId !== undefined && { contentId }),
    content,
  });
}

const NOT_AN_ID = 'must be 1 to 250 visible ASCII characters without angle brackets.';

function faultOfName(name = ''): string | undefined {
  return name.length > MAX_NAME_CHARACTERS || NOT_IN_NAMES.test(name)
    ? `must be at most ${MAX_NAME_CHARACTERS} characters, without line breaks or control characters.`
    : undefined;
}

function faultOfType(type: string): string | undefined {
  return type.length > MAX_TYPE_CHARACTERS || !TYPE.test(type) || /^multipart\//i.test(type)
    ? 'must be a media type such as application/pdf.'
    : undefined;
}

/** Decodes the content of a file. Throws validation_error for the field. */
export function base64Content(given: unknown, field: string): Buffer {
  if (typeof given !== 'string') throw invalid({ [field]: ['must be a Base64-encoded string.'] });
  const text = given.replaceAll(/\s+/g, '');
  if (!BASE64.test(text)) throw invalid({ [field]: ['must be Base64-encoded.'] });
  return Buffer.from(text, 'base64');
}

/** Returns the content of a calendar invitation, whose lines end with CRLF (RFC 5545 section 3.1). */
export function calendarContent(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\r\n|\r|\n/g, '\r\n'));
}

/** Throws validation_error or payload_too_large if a message has too many files, or would be too large to send. */
export function requireFiles(files: readonly StorableFile[], bodyBytes: number, field: string): void {
  if (files.length > MAX_FILES) {
    throw invalid({ [field]: [`must contain at most ${MAX_FILES} files, not ${files.length}.`] });
  }
  const bytes = files.reduce((sum, { content }) => sum + encodedLength(content.length), bodyBytes * ENCODED_BODY);
  if (files.length === 0 || bytes + ROOM_BYTES <= MAX_MAIL_BYTES) return;
  throw new Refusal('payload_too_large', {
    message: `The encoded email would be larger than ${MAX_MAIL_BYTES.toLocaleString('en-US')} bytes, which many servers reject. Encoding increases the size of files by a third.`,
    fix: 'Send smaller files, or link to them.',
  });
}

/** Throws payload_too_large if separate messages are too large to be accepted in one transaction. */
export function requireTotalBytes(bytes: number): void {
  if (bytes <= MAX_TOTAL_BYTES) return;
  throw new Refusal('payload_too_large', {
    message: `The emails in the request exceed ${MAX_TOTAL_BYTES} bytes in total.`,
    fix: 'Send to fewer recipients per request. If the emails differ only in some values, use substitutions.',
  });
}
