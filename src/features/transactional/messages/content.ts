import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';
import { Refusal } from '../../../base/refusal.ts';
import { ERASED_ADDRESS, ERASED_WORDS } from '../../../mail/erased.ts';
import { MAX_HTML_BYTES, MAX_TEXT_BYTES } from './limits.ts';
import type { MessageSummary, MessageRow } from './queries.ts';

const PLAIN = 0;
const ZSTD = 1;
const COMPRESS_FROM_BYTES = 1024;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Maximum size, in bytes, of accepted content as JSON. Escaping turns a byte into at most six bytes. */
const MAX_DECODED_BYTES = 6 * (MAX_HTML_BYTES + MAX_TEXT_BYTES) + 1024;

/** The bodies of a message. */
export interface Content {
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** Encodes the column message.content: a format byte, followed by JSON, which is compressed if it is 1 KB or larger. */
export function encodeContent(content: Content): Buffer {
  const json = Buffer.from(JSON.stringify(content));
  if (json.length < COMPRESS_FROM_BYTES) return Buffer.concat([Buffer.from([PLAIN]), json]);
  // Specify the input size, so that zstd does not allocate tables for the largest possible input.
  const packed = zstdCompressSync(json, { ...LEVEL, pledgedSrcSize: json.length });
  return Buffer.concat([Buffer.from([ZSTD]), packed]);
}

/** Decodes the output of `encodeContent`. Throws for any other bytes. */
export function decodeContent(bytes: Buffer): Content {
  const body = bytes.subarray(1);
  const json = bytes[0] === ZSTD ? zstdDecompressSync(body, { maxOutputLength: MAX_DECODED_BYTES }) : body;
  if (bytes[0] !== ZSTD && bytes[0] !== PLAIN) throw new Error(`Unknown format of message content: ${bytes[0]}`);
  // Safe cast: only encodeContent writes these bytes.
  const content = JSON.parse(json.toString()) as { html?: string; text?: string };
  return { html: content.html, text: content.text };
}

/**
 * Returns the bodies of a message for display. If the stored content is corrupt, returns undefined bodies, because the
 * rest of the record is still useful.
 */
export function readableContent(bytes: Buffer): Content {
  try {
    return decodeContent(bytes);
  } catch {
    return { html: undefined, text: undefined };
  }
}

/**
 * Returns the bodies of a message for callers that cannot continue without them. Throws not_found if the stored content
 * is corrupt.
 */
export function requireContent(bytes: Buffer): Content {
  try {
    return decodeContent(bytes);
  } catch {
    throw unreadable();
  }
}

/** Returns the error for a message whose content is corrupt. */
export function unreadable(): Refusal {
  return new Refusal('not_found', { message: 'The stored content of this message cannot be read.' });
}

type Stored = Pick<MessageRow, 'subject' | 'head' | 'content'>;

/**
 * Removes a recipient's address from a stored message. If the message had no other recipient, also removes the subject,
 * headers, and bodies, which may contain personal data. Pure.
 */
export function withoutAddress(row: Stored, address: string, isAlone: boolean): Stored {
  const erase = eraserOf(address);
  const kept = withoutContent(row.head);
  const people = {
    to: row.head.to.map((mailbox) => withoutMailbox(mailbox, address)),
    cc: row.head.cc.map((mailbox) => withoutMailbox(mailbox, address)),
    bcc: row.head.bcc.map((mailbox) => withoutMailbox(mailbox, address)),
    reply_to: row.head.reply_to.map((mailbox) => withoutMailbox(mailbox, address)),
  };
  if (isAlone) {
    const head: MessageSummary = { ...people, headers: {}, ...kept };
    return { subject: ERASED_WORDS, head, content: encodeContent({ html: undefined, text: ERASED_WORDS }) };
  }
  const { html, text } = readableContent(row.content);
  const headers = Object.entries(row.head.headers).map(([name, value]) => [name, erase(value)] as const);
  const repeated = row.head.repeated_headers?.map(({ name, value }) => ({ name, value: erase(value) }));
  const tags = row.head.tags?.map(({ name, value }) => ({ name, value: erase(value) }));
  return {
    subject: erase(row.subject),
    head: {
      ...people,
      headers: Object.fromEntries(headers),
      ...(repeated && { repeated_headers: repeated }),
      ...(tags && { tags }),
      ...(row.head.files && { files: row.head.files }),
      ...kept,
    },
    content: encodeContent({
      html: html === undefined ? undefined : erase(html),
      text: text === undefined ? undefined : erase(text),
    }),
  };
}

/** Returns the settings of a message's head, without its content. */
function withoutContent({ by, sign, tls, trace, track }: MessageSummary) {
  return {
    ...(track && { track }),
    ...(sign && { sign }),
    ...(tls && { tls }),
    ...(by && { by }),
    ...(trace !== undefined && { trace }),
  };
}

/** Replaces a mailbox, including its display name, if it has the address. */
function withoutMailbox(mailbox: string, address: string): string {
  const bare = /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  return bare.trim().toLowerCase() === address ? ERASED_ADDRESS : mailbox;
}

/** Returns a function that replaces every occurrence of an address in a string, ignoring case. */
function eraserOf(address: string): (text: string) => string {
  const named = new RegExp(address.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  return (text) => text.replaceAll(named, ERASED_ADDRESS);
}
