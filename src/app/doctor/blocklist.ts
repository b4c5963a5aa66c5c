import { isIP } from 'node:net';
import type { DnsAnswer, Resolver } from '../../base/dns.ts';
import { isPrivateAddress } from '../../base/private-addresses.ts';
import { readRoutes } from '../../features/sending/routes/index.ts';
import { resolverOf } from '../delivery.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';

const ZONE = 'zen.spamhaus.org';
const SUBJECT = 'blocklist';
const MAX_ADDRESSES = 16;
const LOOKUP = 'https://check.spamhaus.org';

/**
 * Checks whether the sending IP addresses are on the blocklist Spamhaus ZEN. Returns no findings unless delivery is
 * direct.
 */
export async function examineBlocklist(
  installation: Pick<Installation, 'clock' | 'config' | 'db'>,
): Promise<Finding[]> {
  if (installation.config.delivery !== 'direct') return [];
  const resolver = resolverOf(installation);
  const addresses = await outwardAddresses(installation, resolver);
  return Promise.all(
    addresses.map(async (address) => judgeListing(address, await resolver.addresses(listedName(address), 4))),
  );
}

/**
 * Returns up to `MAX_ADDRESSES` public sending IP addresses: those in the settings and sources or, if there are none,
 * those of the server's host name.
 */
async function outwardAddresses(
  { config, db }: Pick<Installation, 'config' | 'db'>,
  resolver: Resolver,
): Promise<string[]> {
  const { sources } = await readRoutes(db);
  const given = [...(config.sourceAddress?.split(',') ?? []), ...sources.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6])];
  const outward = given.filter((address) => address !== undefined).filter((address) => !isPrivateAddress(address));
  if (outward.length > 0) return outward.slice(0, MAX_ADDRESSES);
  const answers = await Promise.all([resolver.addresses(config.hostname, 4), resolver.addresses(config.hostname, 6)]);
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  return found.filter((address) => !isPrivateAddress(address)).slice(0, MAX_ADDRESSES);
}

/** Returns the name to query for an address (RFC 5782 sections 2.1 and 2.4). */
export function listedName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').toReversed().join('.')}.${ZONE}`;
  const digits = wholeGroups(address).join('');
  return `${digits.split('').toReversed().join('.')}.${ZONE}`;
}

/**
 * Interprets the result of a query. A record 127.0.0.x means that the address is listed. Other records mean that the
 * list rejected the query.
 */
export function judgeListing(address: string, answer: DnsAnswer<string>): Finding {
  if (answer.kind === 'nonexistent' || answer.kind === 'absent') return fine(SUBJECT, `${address} is not on ${ZONE}`);
  const ownResolver = 'Set POSTRIDER_RESOLVER to your own resolver: the list rejects queries from public resolvers.';
  if (answer.kind === 'failed') return unknown(SUBJECT, `${ZONE} does not respond: ${answer.reason}`, ownResolver);
  const codes = answer.records.filter((code) => /^127\.0\.0\.\d+$/.test(code));
  if (codes.length === 0) return unknown(SUBJECT, `${ZONE} rejects queries from this resolver`, ownResolver);
  const isPolicy = codes.every((code) => code === '127.0.0.10' || code === '127.0.0.11');
  const listed = `${address} is on ${ZONE} (${codes.slice(0, 5).join(', ')})`;
  if (isPolicy) {
    const remedy = `End-user IP addresses are not supposed to send email directly. Request removal at ${LOOKUP}, or use a relay.`;
    return problem(SUBJECT, `${listed}, the list of end-user IP addresses`, remedy);
  }
  // Unknown codes, which Spamhaus may add in the future, only cause a warning.
  const isKnown = codes.some((code) => /^127\.0\.0\.[2-9]$/.test(code));
  const remedy = `Look up the reason at ${LOOKUP}, fix the cause, and request removal there.`;
  return isKnown
    ? problem(SUBJECT, `${listed}: many receivers reject email from this address`, remedy)
    : warning(SUBJECT, listed, remedy);
}

/** Returns the eight groups of an IPv6 address, each with four digits. */
function wholeGroups(address: string): string[] {
  // The URL parser normalizes all forms of an address (RFC 5952).
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
}
