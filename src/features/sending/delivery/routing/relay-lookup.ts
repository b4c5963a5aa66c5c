import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Clock } from '../../../../base/clock.ts';
import type { Resolver } from '../../../../base/dns.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import type { RelayRoute } from '../../../../smtp/relay-url.ts';

const KEPT_MS = 60_000;
const MAX_KEPT = 1_000;
const FAMILIES = [4, 6] as const;

/** The servers of a relay, or the reason why the lookup failed. */
export type FoundRelay =
  | { readonly kind: 'targets'; readonly targets: readonly SmtpTarget[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** Finds the servers of a relay. Never rejects. */
export interface RelayLookup {
  find(relay: RelayRoute): Promise<FoundRelay>;
}

/**
 * Creates a lookup of relay names. Queries `resolver` first, if configured. If the resolver does not find the name,
 * asks the operating system (hosts file, container names). Caches the servers of a relay for a minute. Does not cache
 * failures.
 */
export function createRelayLookup(clock: Clock, resolver?: Pick<Resolver, 'addresses'>): RelayLookup {
  const kept = new Map<string, { readonly found: FoundRelay; readonly untilMs: number }>();
  return {
    async find(relay) {
      const key = JSON.stringify(relay);
      const known = kept.get(key);
      if (known && clock.now() < known.untilMs) return known.found;
      const found = await lookUp(relay, resolver);
      if (found.kind === 'failed') return found;
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { found, untilMs: clock.now() + KEPT_MS });
      return found;
    },
  };
}

async function lookUp(relay: RelayRoute, resolver: Pick<Resolver, 'addresses'> | undefined): Promise<FoundRelay> {
  const { host, login, port, tls } = relay;
  try {
    const addresses = isIP(host) ? [host] : ((await resolve(host, resolver)) ?? (await lookUpInSystem(host)));
    const verifyTls = tls !== 'opportunistic';
    return {
      kind: 'targets',
      targets: addresses.map((address): SmtpTarget => ({ host, address, port, tls, verifyTls, login })),
    };
  } catch (error) {
    return { kind: 'failed', reason: `the relay ${host} cannot be found (${(error as Error).message})` };
  }
}

/**
 * Returns the addresses of a host. Returns undefined if there is no resolver, or if it finds no address. Throws if the
 * resolver does not respond, because the operating system's resolver might return a different answer.
 */
async function resolve(
  host: string,
  resolver: Pick<Resolver, 'addresses'> | undefined,
): Promise<readonly string[] | undefined> {
  if (!resolver) return undefined;
  const answers = await Promise.all(FAMILIES.map((family) => resolver.addresses(host, family)));
  const found = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  if (found.length > 0) return found;
  for (const answer of answers) if (answer.kind === 'failed') throw new Error(answer.reason);
  return undefined;
}

async function lookUpInSystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
