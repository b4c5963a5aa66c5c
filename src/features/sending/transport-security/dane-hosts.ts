import type { DnsAnswer, Resolver } from '../../../base/dns.ts';
import { usableTlsa } from '../../../smtp/dane.ts';
import type { HostDane } from './types.ts';

const NONE: HostDane = { kind: 'none' };

/**
 * Returns the result of the DANE lookup for each of a domain's servers, by host (RFC 7672 section 2.2). Uses only
 * answers that a validating resolver has authenticated. A server's records count only if its address records are
 * authenticated, too. Returns an empty map if the domain's MX records are not authenticated.
 */
export async function daneOfHosts(
  resolver: Resolver,
  domain: string,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, HostDane>> {
  const mx = await resolver.mx(domain);
  if (!isAuthenticated(mx)) return new Map();
  const found = await Promise.all(hosts.map((host) => daneOfHost(resolver, domain, host)));
  return new Map(hosts.map((host, index) => [host, found[index] ?? NONE]));
}

async function daneOfHost(resolver: Resolver, domain: string, host: string): Promise<HostDane> {
  const addresses = await Promise.all([resolver.addresses(host, 4), resolver.addresses(host, 6)]);
  const found = addresses.filter((answer) => answer.kind === 'found');
  if (found.length === 0 || !found.every(isAuthenticated)) return NONE;
  const alias = found.find(({ canonicalName }) => canonicalName !== undefined)?.canonicalName;
  // RFC 7672 section 2.2.2: if the host name is an alias (CNAME), query the TLSA records of its target first.
  for (const base of alias === undefined ? [host] : [alias, host]) {
    const answer = await resolver.tlsa(`_25._tcp.${base}`);
    // RFC 7672 section 2.1.2: an attacker who can make a query fail must not be able to disable DANE.
    if (answer.kind === 'failed') {
      return { kind: 'failed', reason: `the TLSA records of ${base} cannot be read: ${answer.reason}` };
    }
    if (answer.kind !== 'found') continue;
    if (!isAuthenticated(answer)) return NONE;
    const records = usableTlsa(answer.records);
    const names = [...new Set([base, host, domain.toLowerCase()])];
    return records.length === 0 ? { kind: 'unusable' } : { kind: 'records', records, names };
  }
  return NONE;
}

function isAuthenticated(answer: DnsAnswer<unknown>): boolean {
  return 'isAuthenticated' in answer;
}
