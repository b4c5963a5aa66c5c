import { systemRandom } from '../base/clock.ts';
import type { DnsAnswer, Resolver } from '../base/dns.ts';
import { isPrivateAddress } from '../base/private-addresses.ts';

/** Maximum number of hosts per domain that are looked up, in order of preference. */
export const MAX_MX_HOSTS = 50;
/** Maximum number of addresses per host that are tried. */
export const MAX_ADDRESSES_PER_HOST = 20;
/** Maximum number of preferred hosts in the name of a site. */
const NAMING_HOSTS = 10;

/** The mail servers of a domain, or the reason why it has none. */
export type MxResult =
  | {
      readonly kind: 'targets';
      /** Name of the site: the names of at most ten preferred hosts, sorted and joined by commas. */
      readonly site: string;
      /** Targets in the order in which they are tried. */
      readonly targets: readonly MxTarget[];
    }
  /** The domain declares that it accepts no email (RFC 7505). */
  | { readonly kind: 'null-mx' }
  /** The domain does not exist. */
  | { readonly kind: 'nonexistent' }
  /** The domain exists but has neither a mail server nor an address. */
  | { readonly kind: 'no-server' }
  /** No mail server has an address. `hosts` is empty if the MX records contain no valid host name. */
  | { readonly kind: 'no-address'; readonly hosts: readonly string[] }
  /** The mail servers have only addresses that cannot be reached from the internet. `address` is the first of them. */
  | { readonly kind: 'private'; readonly host: string; readonly address: string }
  /** The DNS lookup failed. A later attempt may succeed. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface MxTarget {
  readonly host: string;
  readonly address: string;
}

export interface MxOptions {
  /** Port for connections to the targets. */
  readonly port: number;
  /** Whether private addresses are allowed, as needed in tests and in private networks. */
  readonly allowPrivate: boolean;
  /**
   * Address families in order of preference. By default, IPv4 comes first, because large receivers have stricter
   * requirements for IPv6.
   */
  readonly families?: readonly (4 | 6)[];
  /** Random source for the order of equally preferred hosts. Default: the system's. */
  readonly random?: () => number;
}

interface MxHost {
  readonly exchange: string;
  readonly preference: number;
}

const NULL_EXCHANGES: readonly string[] = ['', '.'];
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const ONLY_DIGITS_AND_DOTS = /^[\d.]+$/;

/**
 * Finds the mail servers of a domain (RFC 5321 section 5.1): the MX hosts by preference, equally preferred hosts in
 * random order, and the addresses of each host, IPv4 first by default. Without MX records, the domain itself is the
 * mail server.
 */
export async function findTargets(domain: string, resolver: Resolver, options: MxOptions): Promise<MxResult> {
  const answer = await resolver.mx(domain);
  if (answer.kind === 'failed') return { kind: 'failed', reason: `MX lookup for ${domain}: ${answer.reason}` };
  if (answer.kind === 'nonexistent') return { kind: 'nonexistent' };
  if (answer.kind === 'absent') {
    const located = await locate([{ exchange: domain.toLowerCase(), preference: 0 }], resolver, options);
    return located.kind === 'no-address' ? { kind: 'no-server' } : located;
  }
  if (answer.records.every(({ exchange }) => NULL_EXCHANGES.includes(exchange))) return { kind: 'null-mx' };
  // If no host in the MX records is usable, the domain's own address is not used either (RFC 5321 section 5.1).
  const hosts = usableHosts(answer.records);
  return locate(hosts, resolver, options);
}

/** Returns at most MAX_MX_HOSTS valid hosts, each once, sorted by preference and name. */
function usableHosts(records: readonly MxHost[]): readonly MxHost[] {
  const hosts = new Map<string, MxHost>();
  for (const { exchange, preference } of records) {
    const name = exchange.toLowerCase().replace(/\.$/, '');
    if (!HOST_NAME.test(name) || ONLY_DIGITS_AND_DOTS.test(name)) continue;
    const known = hosts.get(name);
    if (!known || preference < known.preference) hosts.set(name, { exchange: name, preference });
  }
  return [...hosts.values()]
    .sort((a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : 1))
    .slice(0, MAX_MX_HOSTS);
}

async function locate(hosts: readonly MxHost[], resolver: Resolver, options: MxOptions): Promise<MxResult> {
  const ordered = shuffleEquals(hosts, options.random ?? systemRandom);
  const located = await Promise.all(
    ordered.map((host) => addressesOf(host.exchange, resolver, options.families ?? [4, 6])),
  );
  const targets = located.flatMap((host) => host.targets);
  const reachable = options.allowPrivate ? targets : targets.filter(({ address }) => !isPrivateAddress(address));
  if (reachable.length > 0) {
    const names = hosts.slice(0, NAMING_HOSTS).map(({ exchange }) => exchange);
    return { kind: 'targets', site: names.sort().join(','), targets: reachable };
  }
  const failure = located.find((host) => host.failure !== undefined)?.failure;
  if (failure !== undefined) return { kind: 'failed', reason: failure };
  const [hidden] = targets;
  return hidden ? { kind: 'private', ...hidden } : { kind: 'no-address', hosts: hosts.map(({ exchange }) => exchange) };
}

/** Sorts hosts by preference. Shuffles equally preferred hosts to distribute the load (RFC 5321 section 5.1). */
function shuffleEquals(hosts: readonly MxHost[], random: () => number): readonly MxHost[] {
  return hosts
    .map((host) => ({ host, place: random() }))
    .sort((a, b) => a.host.preference - b.host.preference || a.place - b.place)
    .map(({ host }) => host);
}

interface LocatedHost {
  readonly targets: readonly MxTarget[];
  readonly failure: string | undefined;
}

async function addressesOf(host: string, resolver: Resolver, families: readonly (4 | 6)[]): Promise<LocatedHost> {
  const answers = await Promise.all(families.map((family) => resolver.addresses(host, family)));
  const targets = answers
    .flatMap((answer) => (answer.kind === 'found' ? answer.records : []))
    .slice(0, MAX_ADDRESSES_PER_HOST)
    .map((address) => ({ host, address }));
  const failed = answers.find((answer): answer is Extract<DnsAnswer<string>, { kind: 'failed' }> => {
    return answer.kind === 'failed';
  });
  return { targets, failure: failed && `address lookup for ${host}: ${failed.reason}` };
}
