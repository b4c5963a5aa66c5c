import { systemRandom } from '../base/clock.ts';
import type { DnsAnswer, Resolver } from '../base/dns.ts';
import { isPrivateAddress } from '../base/private-addresses.ts';

/** Most hosts of a domain that are looked up, the preferred ones first: each costs two questions. */
export const MAX_MX_HOSTS = 50;
/** Most addresses of one host that are tried. */
export const MAX_ADDRESSES_PER_HOST = 20;
/** Hosts that name a site, the preferred ones. */
const NAMING_HOSTS = 10;

/** The servers that take the mail of a domain, or why there are none. */
export type MxResult =
  | {
      readonly kind: 'targets';
      /** The same for all domains with the same MX set: its preferred hosts, ten at most, sorted and joined by a comma. */
      readonly site: string;
      /** In the order in which they are to be tried. */
      readonly targets: readonly MxTarget[];
    }
  /** The domain says that it takes no mail (RFC 7505). */
  | { readonly kind: 'null-mx' }
  /** The domain does not exist. */
  | { readonly kind: 'nonexistent' }
  /** It exists, and has neither a mail server nor an address. */
  | { readonly kind: 'no-server' }
  /** None of its mail servers has an address; none is named when its MX records name nothing that can be a host. */
  | { readonly kind: 'no-address'; readonly hosts: readonly string[] }
  /** Its mail servers have only addresses that the internet cannot reach; the first of them. */
  | { readonly kind: 'private'; readonly host: string; readonly address: string }
  /** DNS gave no answer; a later attempt may get one. */
  | { readonly kind: 'failed'; readonly reason: string };

/** One address of a mail server. */
export interface MxTarget {
  readonly host: string;
  readonly address: string;
}

/** How to look for targets. */
export interface MxOptions {
  /** Where the targets will be connected to. */
  readonly port: number;
  /** Whether addresses within a private network count; tests and installations inside one need that. */
  readonly allowPrivate: boolean;
  /** Which families of addresses count, the first first; IPv4 by default, as large receivers ask more of IPv6. */
  readonly families?: readonly (4 | 6)[];
  /** Shuffles hosts of equal preference; default chance. */
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
 * Finds where mail for a domain goes (RFC 5321 5.1): its MX hosts by preference, equal ones in random order, each with its
 * IPv4 addresses first; without MX, the domain itself. Never rejects.
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
  // With an MX that names no usable host, the domain's own address does not count either (RFC 5321 5.1).
  const hosts = usableHosts(answer.records);
  return locate(hosts, resolver, options);
}

/** The hosts that a name can stand for, each once, by preference and then by name: the same for each lookup. */
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

/** Spreads the load over hosts of equal preference (RFC 5321 5.1). The hosts come sorted by preference. */
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
