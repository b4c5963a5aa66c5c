import { isIP, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/;
/** Number of bits before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;
const GROUPS = 8;

/**
 * Returns the canonical form of an IP address for comparisons: lower case, shortest IPv6 form (RFC 5952), no zone, and
 * IPv4 for IPv4-mapped addresses. Returns undefined for invalid text.
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

/**
 * Returns the network under which an address is counted. For IPv6, this is the /64 network, because a host may have
 * 2^64 addresses (RFC 6177).
 */
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

/** A range of IP addresses (CIDR): the first address and the prefix length. */
export interface AddressRange {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly bits: number;
}

/** Parses an address, or a range such as `10.0.0.0/8`. Returns undefined for any other text. */
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

/** Parses a prefix length. Returns NaN for invalid text, so that every comparison is false. */
function bitsOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : NaN;
}
