import { timingSafeEqual } from 'node:crypto';
import { createMac } from '../../../base/hmac.ts';
import type { LinkPurpose } from '../../../mail/link-purpose.ts';
import { MAIL_CLASSES, type MailingClass } from '../../../mail/mail-class.ts';

/** One recipient of a tracked mail: whose it is, what it belongs to, and what that knows the recipient by. */
export type TrackedRecipient = OfMessage<'transactional'> | OfMessage<'mailing'> | OfOwner;

/** A recipient of a message, or of a mailing that belongs to nothing, by its number there. */
interface OfMessage<Kind extends 'transactional' | 'mailing'> {
  readonly kind: Kind;
  readonly accountId: number;
  /** A UUID. */
  readonly source: string;
  readonly recipient: number;
}

/** A recipient of what a feature owns: a campaign, a mail of an automation, a confirmation. */
interface OfOwner {
  readonly kind: MailingClass;
  readonly accountId: number;
  readonly source: number;
  readonly recipient: number;
}

/** What kinds of sources owners have: each has its own place to which visits go. */
export type OwnedKind = OfOwner['kind'];

/** Makes and reads the tokens of links; what somebody else made is not read. */
export interface Tokens {
  open(recipient: TrackedRecipient): string;
  /** Good for this URL only: who holds a token cannot lead people elsewhere with it. */
  click(recipient: TrackedRecipient, url: string): string;
  /**
   * Good for links of one purpose in a mail: that of tracking for its picture and all its numbered links, whose addresses are
   * stored with their source. A mail costs an HMAC for each purpose, however many links it has.
   */
  link(purpose: LinkPurpose, recipient: TrackedRecipient): string;
  readOpen(token: string): TrackedRecipient | undefined;
  readClick(token: string, url: string): TrackedRecipient | undefined;
  /** Also reads tokens of mail that earlier versions sent: they name no purpose, and served all of them. */
  readLink(purpose: LinkPurpose, token: string): TrackedRecipient | undefined;
}

/** What a token is signed for; `links` is that of tokens without a purpose, which are not made any more. */
type SignedFor = '1 open' | '1 click' | '1 links' | `2 ${LinkPurpose}`;

/** Kinds by their number in tokens; those of owners have the number of their class. */
const KINDS = [...MAIL_CLASSES, 'mailing'] as const;
/** Bits of the first byte above the kind; another layout has another. */
const LAYOUT = 0x10;
const MAC_BYTES = 12;
const UUID_BYTES = 16;
/** The longest and the shortest that there can be, in base64url. */
const TOKEN = /^[\w-]{22,60}$/;
const MORE = 0x80;

/**
 * Tokens under a key of at least 32 bytes: kind, account, source and recipient, each as long as it must be, then 12 bytes of
 * HMAC-SHA256. Numbers are whole ones up to 2^53 - 1; others throw RangeError.
 */
export function createTokens(key: Buffer): Tokens {
  const hmac = createMac(key);
  const mac = (signedFor: SignedFor, named: Buffer, url: string): Buffer => {
    // What is named says itself where it ends; what it is signed for ends with a byte that none has.
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
    // The last letter may hold bits that belong to no byte.
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

/** Reads what was made under any of the keys. */
export function createTokenReaders(keys: readonly Buffer[]): Pick<Tokens, 'readOpen' | 'readClick' | 'readLink'> {
  const readers = keys.map(createTokens);
  return {
    readOpen: (token) => firstOf(readers, (reader) => reader.readOpen(token)),
    readClick: (token, url) => firstOf(readers, (reader) => reader.readClick(token, url)),
    readLink: (purpose, token) => firstOf(readers, (reader) => reader.readLink(purpose, token)),
  };
}

/** What the first of the readers makes of a token that is not undefined. */
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

/** Seven bits a byte, the lowest first; all but the last byte have their highest bit set. */
function numberBytes(value: number): number[] {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} cannot be encoded in a link`);
  const bytes: number[] = [];
  let rest = value;
  // Shifts would cut off what is above 32 bits.
  for (; rest >= MORE; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) | MORE);
  return [...bytes, rest];
}

/** What we named: whoever calls this has compared its HMAC. Undefined for a layout that this version does not know. */
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
