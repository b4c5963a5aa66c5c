import type { Clock } from '../../../base/clock.ts';
import type { Config } from '../../../base/config.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { parseRelayUrl } from '../../../smtp/relay-url.ts';
import { openRelay, readRoutes } from './administration.ts';
import { DEFAULT_NAME } from './names.ts';
import { routeVersion } from './queries.ts';
import { arrangeRules, findRule, presentRoute, type RuleBook } from './rules.ts';
import { chooseSource, defaultSource, toSource } from './sources.ts';
import type { NamedRoute, RoutedMail, Rule, Source, StoredRelay, DeliveryRoute } from './types.ts';

/**
 * How long routes are cached, in milliseconds. All processes notice a change within this time plus the duration of one
 * query.
 */
const FRESH_MS = 1_000;
const INBOX: DeliveryRoute = { kind: 'inbox', name: 'inbox' };

type StoredRelayRoute = Extract<DeliveryRoute, { kind: 'relay' }>;

export interface RouteDirectoryOptions {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<
    Config,
    'delivery' | 'relayUrl' | 'relayConnections' | 'workers' | 'sourceAddress' | 'ipFamily' | 'hostname'
  >;
}

/** The routes of a message and the reason for them. */
export interface RouteDecision {
  /** The rule that matched, or undefined if the route in the settings was used. */
  readonly rule: Rule | undefined;
  /** Routes in the order in which they are tried. Never empty. */
  readonly routes: readonly DeliveryRoute[];
  /** Routes of the rule that are skipped because their pool or relay does not exist. */
  readonly missing: readonly NamedRoute[];
}

export interface RouteDirectory {
  /**
   * Returns at least one route for a message, in the order in which the routes are tried. Skips routes whose pool or
   * relay does not exist. If all routes of a rule are skipped, the route in the settings is used. Rejects if
   * `senderDomain` rejects, or if the database has never responded.
   */
  routesFor(mail: RoutedMail): Promise<readonly DeliveryRoute[]>;
  /** Returns the routes and the reason for choosing them. */
  decide(mail: RoutedMail): Promise<RouteDecision>;
}

interface Snapshot {
  readonly version: number;
  readonly book: RuleBook;
  readonly pools: ReadonlyMap<string, readonly Source[]>;
  readonly relays: ReadonlyMap<string, StoredRelayRoute>;
}

/**
 * Creates the route directory of this installation. Reads the routes from the database when the first message is
 * routed.
 */
export function createRouteDirectory(options: RouteDirectoryOptions): RouteDirectory {
  const defaults = routesOfSettings(options.config);
  const current = createSnapshots(options, defaults);

  return {
    routesFor: async (mail) => (await decide(mail)).routes,
    decide,
  };

  async function decide(mail: RoutedMail): Promise<RouteDecision> {
    const snapshot = await current();
    const rule = await findRule(snapshot.book, mail);
    if (!rule) return { rule, routes: [defaults.route], missing: [] };
    const found = rule.routes.map((named) => ({ named, route: resolve(named, snapshot, mail) }));
    const routes = found.flatMap(({ route }) => (route ? [route] : []));
    const missing = found.filter(({ route }) => !route).map(({ named }) => named);
    return { rule, routes: routes.length > 0 ? routes : [defaults.route], missing };
  }

  function resolve(named: NamedRoute, { pools, relays }: Snapshot, mail: RoutedMail): DeliveryRoute | undefined {
    switch (named.kind) {
      case 'inbox':
        return INBOX;
      case 'relay':
        return named.relay === DEFAULT_NAME ? defaults.relay : relays.get(named.relay);
      case 'direct': {
        if (named.pool === undefined) return defaults.direct;
        const source = chooseSource(pools.get(named.pool) ?? [], mail.accountId, mail.recipientDomain);
        return source && { kind: 'direct', name: presentRoute(named), source };
      }
    }
  }
}

interface Defaults {
  /** The route of messages that match no rule. */
  readonly route: DeliveryRoute;
  readonly direct: DeliveryRoute;
  readonly relay: StoredRelayRoute | undefined;
}

function routesOfSettings(config: RouteDirectoryOptions['config']): Defaults {
  const source = defaultSource({
    addresses: config.sourceAddress,
    family: config.ipFamily,
    ehloName: config.hostname,
  });
  const direct: DeliveryRoute = { kind: 'direct', name: 'direct', source };
  const relay: StoredRelayRoute | undefined =
    config.relayUrl === undefined
      ? undefined
      : {
          kind: 'relay',
          name: 'relay',
          relay: parseRelayUrl(config.relayUrl),
          maxConnections: shareOf(config.relayConnections, config.workers),
        };
  const route = { inbox: INBOX, direct, relay }[config.delivery];
  if (!route) throw new Error('POSTRIDER_DELIVERY=relay requires POSTRIDER_RELAY_URL');
  return { route, direct, relay };
}

/** Returns the number of connections that each of `workers` delivery processes may use, at least 1. */
function shareOf(connections: number, workers: number): number {
  return Math.max(1, Math.floor(connections / workers));
}

/**
 * Creates a function that returns the contents of the routing tables, at most one second old. If the database does not
 * respond, the function returns the contents that were read last.
 */
function createSnapshots(options: RouteDirectoryOptions, defaults: Defaults): () => Promise<Snapshot> {
  const { clock, db, log } = options;
  let snapshot: Snapshot | undefined;
  let checkedAt = 0;
  let refreshing: Promise<Snapshot> | undefined;

  return () => {
    const age = clock.now() - checkedAt;
    if (snapshot && age >= 0 && age < FRESH_MS) return Promise.resolve(snapshot);
    refreshing ??= refresh().finally(() => (refreshing = undefined));
    return refreshing;
  };

  async function refresh(): Promise<Snapshot> {
    const askedAt = clock.now();
    const known = snapshot;
    try {
      const [row] = await routeVersion(db);
      // Read the version before the tables. If the tables change between the two reads, the next version causes another
      // read.
      const version = row?.version ?? 0;
      snapshot = known?.version === version ? known : await load(options, defaults, version);
    } catch (error) {
      if (!known) throw error;
      log.warn('Routes could not be read; the last known routes are used', { error });
      snapshot = known;
    }
    checkedAt = askedAt;
    return snapshot;
  }
}

async function load(
  { db, vault, log, config }: RouteDirectoryOptions,
  defaults: Defaults,
  version: number,
): Promise<Snapshot> {
  const { rules, sources, relays } = await readRoutes(db);
  const pools = new Map<string, Source[]>();
  for (const stored of sources) {
    const source = toSource(stored, config.ipFamily);
    const pool = pools.get(stored.pool);
    if (pool) pool.push(source);
    else pools.set(stored.pool, [source]);
  }
  const opened = new Map<string, StoredRelayRoute>();
  for (const stored of relays) {
    try {
      opened.set(stored.name, openRelayRoute(stored));
    } catch (error) {
      // Skip this relay, because its URL was encrypted with another master secret. Other routes are not affected.
      log.error('Relay URL could not be decrypted. Set the URL again with: postrider route add-relay', {
        relay: stored.name,
        error,
      });
    }
  }
  return { version, book: arrangeRules(rules), pools, relays: opened };

  function openRelayRoute(stored: StoredRelay): StoredRelayRoute {
    return {
      kind: 'relay',
      name: `relay:${stored.name}`,
      relay: openRelay(vault, stored),
      maxConnections: shareOf(stored.maxConnections, config.workers),
    };
  }
}
