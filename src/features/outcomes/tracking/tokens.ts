import { timingSafeEqual } from 'node:crypto';
import { createMac } from '../../../base/hmac.ts';
import type { LinkPurpose } from '../../../mail/link-purpose.ts';
import { MAIL_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';

/**
 * A recipient of a tracked message: the account, the source of the message, and the recipient's number in that source.
 */
export type TrackedRecipient = OfMessage<'transactional'> | OfMessage<'mailing'> | OfOwner;

/** A recipient of a message, or of a mailing without an owner, identified by the recipient's number. */
interface OfMessage<Kind extends 'transactional' | 'mailing'> {
  readonly kind: Kind;
  readonly accountId: number;
  /** A UUID. */
  readonly source: string;
  readonly recipient: number;
}

/** A recipient of a message that a feature owns: a campaign, an automation email, or a confirmation email. */
interface OfOwner {
  readonly kind: MailingClass;
  readonly accountId: number;
  readonly source: number;
  readonly recipient: number;
}

/** Kinds of sources that have an owner. Each kind has a separate queue for opens and clicks. */
export type OwnedKind = OfOwner['kind'];

/** Creates and parses link tokens. Tokens with an invalid HMAC are not parsed. */
export interface Tokens {
  open(recipient: TrackedRecipient): string;
  /** Returns a token that is valid for this URL only, so that it cannot be used to redirect people elsewhere. */
  click(recipient: TrackedRecipient, url: string): string;
  /**
   * Returns the token for all links of a message that have the same purpose, so that a message needs only one HMAC per
   * purpose. The tracking token is valid for the pixel and all numbered links. The URLs of the links are stored with
   * the source.
   */
  link(purpose: LinkPurpose, recipient: TrackedRecipient): string;
  readOpen(token: string): TrackedRecipient | undefined;
  readClick(token: string, url: string): TrackedRecipient | undefined;
  /** Also accepts tokens of earlier versions, which contain no purpose and are valid for every purpose. */
  readLink(purpose: LinkPurpose, token: string): TrackedRecipient | undefined;
}

/** The signed purpose of a token. `links` stands for old tokens without a purpose, which are no longer created. */
type SignedFor = '1 open' | '1 click' | '1 links' | `2 ${LinkPurpose}`;

/**
 * Kinds, in the order of their numbers in tokens. The number of a kind with an owner is the number of its mail class.
 */
const KINDS = [...MAIL_CLASSES, 'mailing'] as const;
/** Layout version, in the upper bits of the first byte. The lower bits contain the kind. */
const LAYOUT = 0x10;
const MAC_BYTES = 12;
const UUID_BYTES = 16;
/** Matches base64url text that is neither shorter nor longer than a token can be. */
const TOKEN = /^[\w-]{22,60}$/;
const MORE = 0x80;

/**
 * Creates tokens with a key of at least 32 bytes. A token consists of kind, account, source, and recipient in variable
 * length, followed by 12 bytes of HMAC-SHA256. Throws RangeError for numbers that are not integers from 0 to 2^53 - 1.
 */
export function createTokens(key: Buffer): Tokens {
  const hmac = createMac(key);
  const mac = (signedFor: SignedFor, named: Buffer, url: string): Buffer => {
    // The encoded recipient is self-delimiting. A NUL, which no purpose contains, marks the end of the purpose.
    const body = url === '' ? named : Buffer.concat([named, Buffer.from(url)]);
    return hmac(`${signedFor}\0`, body, 'buffer').subarray(0, MAC_BYTES);
  };
  const make = (signedFor: SignedFor, recipient: TrackedRecipient, url = ''): string => {
    const named = encode(recipient);
    return Buffer.concat([named, mac(signedFor, named, url)]).toString('base64url');
  };
  const read = (signedFor: SignedFor, token: string, url = ''): TrackedRecipient | undefined => {
    if (!TOKEN.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const named = bytes.subarray(0, -MAC_BYTES);
    // Reject tokens whose last character has unused bits set, so that each token has only one valid form.
    if (bytes.toString('base64url') !== token) return undefined;
    return timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(signedFor, named, url)) ? decode(named) : undefined;
  };
  return {
    open: (recipient) => make('1 open', recipient),
    click: (recipient, url) => make('1 click', recipient, url),
    link: (purpose, recipient) => make(`2 ${purpose}`, recipient),
    readOpen: (token) => read('1 open', token),
    readClick: (token, url) => read('1 click', token, url),
    readLink: (purpose, token) => read(`2 ${purpose}`, token) ?? read('1 links', token),
  };
}

/** Parses tokens that were created with any of the keys. */
export function createTokenReaders(keys: readonly Buffer[]): Pick<Tokens, 'readOpen' | 'readClick' | 'readLink'> {
  const readers = keys.map(createTokens);
  return {
    readOpen: (token) => firstOf(readers, (reader) => reader.readOpen(token)),
    readClick: (token, url) => firstOf(readers, (reader) => reader.readClick(token, url)),
    readLink: (purpose, token) => firstOf(readers, (reader) => reader.readLink(purpose, token)),
  };
}

/** Calls `read` for each reader in order, and returns the first result that is not undefined. */
export function firstOf<Reader, Read>(
  readers: readonly Reader[],
  read: (reader: Reader) => Read | undefined,
): Read | undefined {
  for (const reader of readers) {
    const found = read(reader);
    if (found !== undefined) return found;
  }
  return undefined;
}

function encode(recipient: TrackedRecipient): Buffer {
  const kind = LAYOUT | KINDS.indexOf(recipient.kind);
  const source =
    typeof recipient.source === 'string'
      ? Buffer.from(recipient.source.replaceAll('-', ''), 'hex')
      : Buffer.from(numberBytes(recipient.source));
  if (typeof recipient.source === 'string' && source.length !== UUID_BYTES) {
    throw new RangeError(`${recipient.source} is not a UUID`);
  }
  return Buffer.concat([
    Buffer.from([kind, ...numberBytes(recipient.accountId)]),
    source,
    Buffer.from(numberBytes(recipient.recipient)),
  ]);
}

/**
 * Encodes a number as unsigned LEB128: seven bits per byte, least significant bits first. All bytes except the last
 * have the highest bit set.
 */
function numberBytes(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be encoded in a link`);
  const bytes: number[] = [];
  let rest = value;
  // Divide, because bit shifts would truncate the number to 32 bits.
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) | MORE);
  return [...bytes, rest];
}

/** Decodes a recipient. Call this only after the HMAC is verified. Returns undefined for an unknown layout. */
function decode(named: Buffer): TrackedRecipient | undefined {
  const kind = KINDS[(named[0] ?? 0) ^ LAYOUT];
  if (kind === undefined) return undefined;
  let at = 1;
  const number = (): number => {
    let value = 0;
    for (let weight = 1; at < named.length; weight *= MORE) {
      const byte = named[at] ?? 0;
      at += 1;
      value += (byte % MORE) * weight;
      if (byte < MORE) break;
    }
    return value;
  };
  const accountId = number();
  if (kind === 'transactional' || kind === 'mailing') {
    const hex = named.toString('hex', at, at + UUID_BYTES);
    at += UUID_BYTES;
    const source = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    return { kind, accountId, source, recipient: number() };
  }
  return { kind, accountId, source: number(), recipient: number() };
}
