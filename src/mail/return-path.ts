import { createHmac, timingSafeEqual } from 'node:crypto';
import { fromBase32, toBase32 } from './base32.ts';

export interface Recipient {
  readonly accountId: number;
  readonly messageId: string;
  readonly recipientNo: number;
}

/** The purpose of an address: to receive bounces or unsubscribe requests. */
export type ReturnKind = 'bounce' | 'unsubscribe';

/** The data that a return address encodes in its local part. */
export interface ReturnAddress extends Recipient {
  readonly kind: ReturnKind;
}

const ACCOUNT_BYTES = 8;
const MESSAGE_BYTES = 16;
const NAMED_BYTES = ACCOUNT_BYTES + MESSAGE_BYTES + 4;
/** Length of the truncated HMAC, in bytes. */
const MAC_BYTES = 6;
const PREFIX: Readonly<Record<ReturnKind, string>> = { bounce: 'b', unsubscribe: 'u' };
/** Number of bits per base32 character. */
const BITS = 5;
const TOKEN_CHARACTERS = Math.ceil(((NAMED_BYTES + MAC_BYTES) * 8) / BITS);
const LOCAL_PART = new RegExp(`^([bu])\\+([a-z2-7]{${TOKEN_CHARACTERS}})$`);
const TOKEN_IN_TEXT = new RegExp(`(?<![a-z0-9])[bu]\\+[a-z2-7]{${TOKEN_CHARACTERS}}(?=@)`, 'gi');
/** Number of characters at the end of the token that depend on the HMAC. */
const MAC_CHARACTERS = Math.ceil((MAC_BYTES * 8) / BITS) + 1;
const KEPT_IN_TEXT = new RegExp(
  `(?<![a-z0-9])([bu]\\+[a-z2-7]{${TOKEN_CHARACTERS - MAC_CHARACTERS}})[a-z2-7]{${MAC_CHARACTERS}}(?=@)`,
  'gi',
);
/** Maximum number of characters of untrusted text that are searched for return addresses. */
const MAX_SEARCHED_CHARACTERS = 256 * 1024;
const MAX_CANDIDATES = 50;

/**
 * Returns the local part that identifies a recipient (variable envelope return path): `b+` or `u+`, followed by the
 * account, message, and recipient and 48 bits of HMAC-SHA256, in lower-case base32.
 */
export function makeLocalPart(key: Buffer, { accountId, kind, messageId, recipientNo }: ReturnAddress): string {
  const named = Buffer.alloc(NAMED_BYTES);
  named.writeBigUInt64BE(BigInt(accountId));
  named.write(messageId.replaceAll('-', ''), ACCOUNT_BYTES, 'hex');
  named.writeUInt32BE(recipientNo, ACCOUNT_BYTES + MESSAGE_BYTES);
  return `${PREFIX[kind]}+${toBase32(Buffer.concat([named, macOf(key, kind, named)]))}`;
}

/** Parses a local part, ignoring case. Returns undefined unless it was created with one of the keys. */
export function parseLocalPart(keys: readonly Buffer[], localPart: string): ReturnAddress | undefined {
  const [, prefix, token] = LOCAL_PART.exec(localPart.toLowerCase()) ?? [];
  const bytes = token === undefined ? undefined : fromBase32(token);
  if (!bytes) return undefined;
  const kind: ReturnKind = prefix === PREFIX.bounce ? 'bounce' : 'unsubscribe';
  const named = bytes.subarray(0, NAMED_BYTES);
  const mac = bytes.subarray(NAMED_BYTES);
  if (!keys.some((key) => timingSafeEqual(mac, macOf(key, kind, named)))) return undefined;
  const hex = named.toString('hex', ACCOUNT_BYTES, ACCOUNT_BYTES + MESSAGE_BYTES);
  return {
    kind,
    accountId: Number(named.readBigUInt64BE()),
    messageId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    recipientNo: named.readUInt32BE(ACCOUNT_BYTES + MESSAGE_BYTES),
  };
}

/**
 * Returns the first valid return address in text, such as the header of a returned message. Searches the first 262,144
 * characters, and tries up to 50 candidates. Returns undefined if none is valid.
 */
export function findReturnAddress(keys: readonly Buffer[], text: string): ReturnAddress | undefined {
  let candidates = 0;
  for (const [localPart] of text.slice(0, MAX_SEARCHED_CHARACTERS).matchAll(TOKEN_IN_TEXT)) {
    const found = parseLocalPart(keys, localPart);
    if (found) return found;
    candidates += 1;
    if (candidates === MAX_CANDIDATES) return undefined;
  }
  return undefined;
}

/**
 * Replaces the HMAC of each return address in text with `***`, so that the result contains no valid return addresses.
 */
export function concealReturnPaths(text: string): string {
  return text.replaceAll(KEPT_IN_TEXT, '$1***');
}

function macOf(key: Buffer, kind: ReturnKind, named: Buffer): Buffer {
  return createHmac('sha256', key).update(kind).update(named).digest().subarray(0, MAC_BYTES);
}
