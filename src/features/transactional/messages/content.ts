import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';
import { Refusal } from '../../../base/refusal.ts';
import { ERASED_ADDRESS, ERASED_WORDS } from '../../../mail/erased.ts';
import { MAX_HTML_BYTES, MAX_TEXT_BYTES } from './limits.ts';
import type { MessageHead, MessageRow } from './queries.ts';

const PLAIN = 0;
const ZSTD = 1;
const COMPRESS_FROM_BYTES = 1024;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** JSON makes at most six bytes of one; more than this cannot come out of what was accepted. */
const MAX_DECODED_BYTES = 6 * (MAX_HTML_BYTES + MAX_TEXT_BYTES) + 1024;

/** The bodies of a message. */
export interface Content {
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** Bytes of column message.content: a format byte, then JSON, compressed from 1 KB on. */
export function encodeContent(content: Content): Buffer {
  const json = Buffer.from(JSON.stringify(content));
  if (json.length < COMPRESS_FROM_BYTES) return Buffer.concat([Buffer.from([PLAIN]), json]);
  // Its tables are as large as what is packed, and not as large as what might come.
  const packed = zstdCompressSync(json, { ...LEVEL, pledgedSrcSize: json.length });
  return Buffer.concat([Buffer.from([ZSTD]), packed]);
}

/** The inverse of `encodeContent`; throws on bytes that it did not make. */
export function decodeContent(bytes: Buffer): Content {
  const body = bytes.subarray(1);
  const json = bytes[0] === ZSTD ? zstdDecompressSync(body, { maxOutputLength: MAX_DECODED_BYTES }) : body;
  if (bytes[0] !== ZSTD && bytes[0] !== PLAIN) throw new Error(`Unknown format of message content: ${bytes[0]}`);
  // Written by encodeContent alone.
  const content = JSON.parse(json.toString()) as { html?: string; text?: string };
  return { html: content.html, text: content.text };
}

/** The bodies of a message whose record is shown, which is worth reading without them when they are damaged. */
export function readableContent(bytes: Buffer): Content {
  try {
    return decodeContent(bytes);
  } catch {
    return { html: undefined, text: undefined };
  }
}

/** The bodies of a message for whoever can do nothing without them. Throws not_found when they are damaged. */
export function requireContent(bytes: Buffer): Content {
  try {
    return decodeContent(bytes);
  } catch {
    throw unreadable();
  }
}

/** The refusal to do anything with a message whose content is damaged. */
export function unreadable(): Refusal {
  return new Refusal('not_found', { message: 'The stored content of this message cannot be read.' });
}

type Stored = Pick<MessageRow, 'subject' | 'head' | 'content'>;

/**
 * A stored message without one of its recipients. What went to that person alone loses its subject, headers and bodies, which
 * may say anything of them; what others have as well keeps them, without the address. Pure.
 */
export function withoutAddress(row: Stored, address: string, isAlone: boolean): Stored {
  const erase = eraserOf(address);
  const { by, sign, track } = row.head;
  const kept = { ...(track && { track }), ...(sign && { sign }), ...(by && { by }) };
  const people = {
    to: row.head.to.map((mailbox) => withoutMailbox(mailbox, address)),
    cc: row.head.cc.map((mailbox) => withoutMailbox(mailbox, address)),
    bcc: row.head.bcc.map((mailbox) => withoutMailbox(mailbox, address)),
    reply_to: row.head.reply_to.map((mailbox) => withoutMailbox(mailbox, address)),
  };
  if (isAlone) {
    const head: MessageHead = { ...people, headers: {}, ...kept };
    return { subject: ERASED_WORDS, head, content: encodeContent({ html: undefined, text: ERASED_WORDS }) };
  }
  const { html, text } = readableContent(row.content);
  const headers = Object.entries(row.head.headers).map(([name, value]) => [name, erase(value)] as const);
  const tags = row.head.tags?.map(({ name, value }) => ({ name, value: erase(value) }));
  return {
    subject: erase(row.subject),
    head: { ...people, headers: Object.fromEntries(headers), ...(tags && { tags }), ...kept },
    content: encodeContent({
      html: html === undefined ? undefined : erase(html),
      text: text === undefined ? undefined : erase(text),
    }),
  };
}

/** A mailbox of that address with its name, or any other as it is. */
function withoutMailbox(mailbox: string, address: string): string {
  const bare = /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
  return bare.trim().toLowerCase() === address ? ERASED_ADDRESS : mailbox;
}

/** Puts the fixed word where a text names an address, in whatever case. */
function eraserOf(address: string): (text: string) => string {
  const named = new RegExp(address.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');
  return (text) => text.replaceAll(named, ERASED_ADDRESS);
}
