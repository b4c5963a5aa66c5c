import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import type { Resolver } from '../../base/dns.ts';
import type { SmtpTarget } from '../../smtp/connection.ts';
import { findTargets, type MxResult } from '../../smtp/mx.ts';
import type { RelayRoute } from '../../smtp/relay-url.ts';

const RELAY_LOOKUP_MS = 60_000;
const INBOX_CONNECTIONS = 16;
/** What strangers' servers put up with from one sender. */
const DIRECT_CONNECTIONS = 10;
const INBOX_SITE = 'inbox';
const RELAY_SITE = 'relay';

/** Where the mail of a domain goes: a site (servers that are interchangeable, with one queue) or nowhere. */
export type Route =
  | {
      readonly kind: 'site';
      readonly name: RouteName;
      readonly site: string;
      readonly targets: readonly SmtpTarget[];
      /** Connections that one process may hold to the site. */
      readonly maxConnections: number;
    }
  | { readonly kind: 'unroutable'; readonly name: RouteName; readonly result: Exclude<MxResult, { kind: 'targets' }> };

/** How mail leaves, as the record of an attempt names it. */
export type RouteName = 'inbox' | 'relay' | 'direct';

/** Finds the route of a recipient's domain; never rejects. */
export type Router = (domain: string) => Promise<Route>;

/** What a router needs for each mode. */
export type RouterOptions =
  | { readonly mode: 'inbox'; readonly port: number }
  | { readonly mode: 'relay'; readonly relay: RelayRoute; readonly clock: Clock; readonly maxConnections: number }
  | { readonly mode: 'direct'; readonly resolver: Resolver; readonly port: number; readonly allowPrivate: boolean };

/** The router of a mode. */
export function createRouter(options: RouterOptions): Router {
  switch (options.mode) {
    case 'inbox':
      return inboxRouter(options.port);
    case 'relay':
      return relayRouter(options);
    case 'direct':
      return directRouter(options);
  }
}

function inboxRouter(port: number): Router {
  const target: SmtpTarget = {
    host: 'localhost',
    address: '127.0.0.1',
    port,
    tls: 'never',
    verifyTls: false,
    login: undefined,
  };
  const route: Route = {
    kind: 'site',
    name: 'inbox',
    site: INBOX_SITE,
    targets: [target],
    maxConnections: INBOX_CONNECTIONS,
  };
  return () => Promise.resolve(route);
}

/** The relay's name is looked up by the system (hosts file, container names), at most once a minute. */
function relayRouter({ relay, clock, maxConnections }: Extract<RouterOptions, { mode: 'relay' }>): Router {
  let known: Route | undefined;
  let knownUntil = 0;
  return async () => {
    if (known && clock.now() < knownUntil) return known;
    try {
      const addresses = isIP(relay.host) ? [{ address: relay.host }] : await lookup(relay.host, { all: true });
      const { host, port, tls, login } = relay;
      const verifyTls = tls !== 'opportunistic';
      const targets = addresses.map(({ address }): SmtpTarget => ({ host, address, port, tls, verifyTls, login }));
      known = { kind: 'site', name: 'relay', site: RELAY_SITE, targets, maxConnections };
      knownUntil = clock.now() + RELAY_LOOKUP_MS;
      return known;
    } catch (error) {
      const reason = `the relay ${relay.host} cannot be found (${(error as Error).message})`;
      return { kind: 'unroutable', name: 'relay', result: { kind: 'failed', reason } };
    }
  };
}

function directRouter(options: Extract<RouterOptions, { mode: 'direct' }>): Router {
  return async (domain) => {
    const result = await findTargets(domain, options.resolver, {
      port: options.port,
      allowPrivate: options.allowPrivate,
      preferIpv4: true,
    });
    if (result.kind !== 'targets') return { kind: 'unroutable', name: 'direct', result };
    const targets = result.targets.map(({ host, address }): SmtpTarget => ({
      host,
      address,
      port: options.port,
      tls: 'opportunistic',
      verifyTls: false,
      login: undefined,
    }));
    return { kind: 'site', name: 'direct', site: result.site, targets, maxConnections: DIRECT_CONNECTIONS };
  };
}
