import { isIP, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/;
/** The 96 bits that stand before an IPv4 address inside an IPv6 one. */
const MAPPED_BITS = 96;
const GROUPS = 8;

/**
 * An IP address in the one form that it is compared in: small letters, the shortest writing of IPv6 (RFC 5952), no zone,
 * and IPv4 for what is mapped into IPv6. Undefined for a text that is none.
 */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/s, '');
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6:
      return new SocketAddress({ family: 'ipv6', address: bare }).address.replace(MAPPED, '');
    default:
      return undefined;
  }
}

/** Whom an address counts for: one who has an IPv6 address has 2^64 of them (RFC 6177). */
export function networkOf(address: string): string {
  const plain = canonicalAddress(address) ?? address;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A range of addresses: a first one, and how many of its bits all of them have. */
export interface AddressRange {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** An address, or a range as `10.0.0.0/8`; undefined when it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const [given = '', length, more] = text.split('/');
  const address = given.includes('%') ? undefined : canonicalAddress(given);
  if (address === undefined || more !== undefined) return undefined;
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const most = family === 'ipv4' ? 32 : 128;
  const skipped = family === 'ipv4' && given.includes(':') ? MAPPED_BITS : 0;
  const bits = length === undefined ? most : bitsOf(length) - skipped;
  return bits >= 0 && bits <= most ? { address, family, bits } : undefined;
}

/** NaN for what is no number of bits, which is neither more nor less than any. */
function bitsOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : NaN;
}
