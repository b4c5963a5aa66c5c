import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Recipient {
  readonly accountId: number;
  readonly messageId: string;
  readonly recipientNo: number;
}

/** Parses tokens of messages that were sent before `tokens.ts` existed. */
export interface OldTokens {
  readOpen(token: string): Recipient | undefined;
  readClick(token: string, url: string): Recipient | undefined;
}

const ACCOUNT_BYTES = 8;
const MESSAGE_BYTES = 16;
const NAMED_BYTES = ACCOUNT_BYTES + MESSAGE_BYTES + 2;
const MAC_BYTES = 16;
/** Matches a token: 42 bytes in base64url, without padding. */
const TOKEN = /^[\w-]{56}$/;

/**
 * Creates a parser for tokens that consist of account, message and recipient, followed by 16 bytes of HMAC-SHA256. The
 * key has at least 32 bytes.
 */
export function createOldTokens(key: Buffer): OldTokens {
  const mac = (kind: 'open' | 'click', named: Buffer, url: string): Buffer =>
    createHmac('sha256', key).update(kind).update(named).update(url).digest().subarray(0, MAC_BYTES);
  const read = (kind: 'open' | 'click', token: string, url: string): Recipient | undefined => {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const named = bytes.subarray(0, NAMED_BYTES);
    return timingSafeEqual(bytes.subarray(NAMED_BYTES), mac(kind, named, url)) ? decode(named) : undefined;
  };
  return {
    readOpen: (token) => read('open', token, ''),
    readClick: (token, url) => read('click', token, url),
  };
}

function decode(named: Buffer): Recipient {
  const hex = named.toString('hex', ACCOUNT_BYTES, ACCOUNT_BYTES + MESSAGE_BYTES);
  return {
    accountId: Number(named.readBigUInt64BE()),
    messageId: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    recipientNo: named.readUInt16BE(ACCOUNT_BYTES + MESSAGE_BYTES),
  };
}
