import { isIPv4, isIPv6 } from 'node:net';
import type { Vault } from '../../../base/crypto.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import { isFault, parseDomain } from '../../../mail/address.ts';
import { parseRelayUrl, type RelayRoute } from '../../../smtp/relay-url.ts';
import { parseName } from './names.ts';
import {
  allRelays,
  allRules,
  allSources,
  countRoutes,
  deleteRelay,
  deleteRule,
  deleteSource,
  insertRule,
  lockRoutes,
  putRelay,
  putSource,
  routesWithoutTarget,
} from './queries.ts';
import { parsePattern, parseRoutes, presentRoute } from './rules.ts';
import type { Rule, RuleMatch, StoredRelay, StoredSource } from './types.ts';

/** Maximum numbers of sources, relays, and rules. */
export const MAX_SOURCES = 1_000;
export const MAX_RELAYS = 1_000;
export const MAX_RULES = 10_000;
/** Maximum number of connections to one relay. */
export const MAX_RELAY_CONNECTIONS = 1_000;
const MAX_URL_CHARACTERS = 2_000;

/**
 * Stores a source, or replaces the source with the same name. Throws validation_error if a field is invalid, or if
 * `change` rejects the result.
 */
export async function addSource(
  db: Database,
  given: {
    readonly name: string;
    readonly pool: string;
    readonly ipv4?: string | undefined;
    readonly ipv6?: string | undefined;
    readonly ehloName: string;
  },
): Promise<StoredSource> {
  const source: StoredSource = {
    name: parseName('name', given.name),
    pool: parseName('pool', given.pool),
    ipv4: given.ipv4,
    ipv6: given.ipv6?.toLowerCase(),
    ehloName: parseEhloName(given.ehloName),
  };
  if (source.ipv4 !== undefined && !isIPv4(source.ipv4)) throw invalid({ ipv4: ['must be an IPv4 address.'] });
  // An address with a zone, such as fe80::1%eth0, is valid only on one interface, so email cannot be sent from it.
  if (source.ipv6 !== undefined && (!isIPv6(source.ipv6) || source.ipv6.includes('%'))) {
    throw invalid({ ipv6: ['must be an IPv6 address.'] });
  }
  await change(db, (tx) =>
    putSource(tx, source.name, source.pool, source.ipv4 ?? null, source.ipv6 ?? null, source.ehloName),
  );
  return source;
}

function parseEhloName(given: string): string {
  const name = parseDomain(given);
  if (isFault(name)) throw invalid({ ehlo: ['must be a DNS name that resolves to the IP address.'] });
  return name;
}

/**
 * Stores a relay with its encrypted URL, or replaces the relay with the same name. Throws validation_error if a field
 * is invalid, or if `change` rejects the result.
 */
export async function addRelay(
  db: Database,
  vault: Vault,
  given: { readonly name: string; readonly url: string; readonly maxConnections: number },
): Promise<RelayRoute> {
  const name = parseName('name', given.name);
  const relay = parseUrl(given.url);
  const { maxConnections } = given;
  if (!Number.isInteger(maxConnections) || maxConnections < 1 || maxConnections > MAX_RELAY_CONNECTIONS) {
    throw invalid({ connections: [`must be an integer from 1 to ${MAX_RELAY_CONNECTIONS}.`] });
  }
  const sealed = vault.seal(relayPurpose(name), Buffer.from(given.url));
  await change(db, (tx) => putRelay(tx, name, sealed, maxConnections));
  return relay;
}

function parseUrl(url: string): RelayRoute {
  if (url.length > MAX_URL_CHARACTERS) throw invalid({ url: [`must have at most ${MAX_URL_CHARACTERS} characters.`] });
  try {
    return parseRelayUrl(url);
  } catch (error) {
    // Include the error message in the response, because the messages of parseRelayUrl are written for users.
    throw invalid({ url: [`is not valid. ${(error as Error).message}.`] });
  }
}

/** Returns the purpose (encryption context) of a relay's URL. */
export function relayPurpose(name: string): string {
  return `relay:${name}`;
}

/** Decrypts a relay's URL. Throws if the master secret has changed since the URL was encrypted. */
export function openRelay(vault: Vault, { name, sealedUrl }: StoredRelay): RelayRoute {
  return parseRelayUrl(vault.open(relayPurpose(name), sealedUrl).toString());
}

/**
 * Adds a rule, and resolves with its ID. Throws validation_error if the rule is invalid, if a rule for the same
 * messages exists, or if a route names a pool or relay that does not exist.
 */
export async function addRule(db: Database, match: RuleMatch, routes: string): Promise<number> {
  const named = parseRoutes(routes).map(presentRoute);
  const sender = match.senderDomain === undefined ? null : parsePattern('sender', match.senderDomain);
  const recipient = match.recipientDomain === undefined ? null : parsePattern('recipient', match.recipientDomain);
  return change(db, async (tx) => {
    const [row] = await insertRule(tx, match.accountId ?? null, sender, recipient, match.class ?? null, named);
    if (!row)
      throw invalid({ rule: ['must not match the same emails as an existing rule. Remove the existing rule first.'] });
    return row.id;
  });
}

/**
 * Removes a source. Returns false if it does not exist. Throws validation_error if a rule would be left with an empty
 * pool.
 */
export async function removeSource(db: Database, name: string): Promise<boolean> {
  return change(db, async (tx) => (await deleteSource(tx, name)).length > 0);
}

/** Removes a relay. Returns false if it does not exist. Throws validation_error if a rule names the relay. */
export async function removeRelay(db: Database, name: string): Promise<boolean> {
  return change(db, async (tx) => (await deleteRelay(tx, name)).length > 0);
}

/** Removes a rule. Returns false if it does not exist. */
export async function removeRule(db: Database, id: number): Promise<boolean> {
  return change(db, async (tx) => (await deleteRule(tx, id)).length > 0);
}

/**
 * Changes routes, one change at a time. Rejects a change after which a rule would name a route that does not exist, or
 * a limit would be exceeded.
 */
async function change<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await lockRoutes(tx);
    const result = await work(tx);
    const [lost] = await routesWithoutTarget(tx);
    if (lost) {
      throw invalid({
        routes: [
          `are not valid: rule ${lost.id} would use ${lost.route}, which does not exist. See: postrider route list`,
        ],
      });
    }
    const [count] = await countRoutes(tx);
    if (count && count.sources > MAX_SOURCES) throw invalid({ sources: [`must be at most ${MAX_SOURCES}.`] });
    if (count && count.relays > MAX_RELAYS) throw invalid({ relays: [`must be at most ${MAX_RELAYS}.`] });
    if (count && count.rules > MAX_RULES) throw invalid({ rules: [`must be at most ${MAX_RULES}.`] });
    return result;
  });
}

/** Reads all stored routes. Reads rules first, so that the pools and relays that they name exist when they are read. */
export async function readRoutes(db: Db): Promise<{
  readonly rules: readonly Rule[];
  readonly sources: readonly StoredSource[];
  readonly relays: readonly StoredRelay[];
}> {
  const rules = (await allRules(db)).map((row): Rule => ({
    id: row.id,
    routes: parseRoutes(row.routes.join(',')),
    accountId: row.account_id ?? undefined,
    senderDomain: row.sender_domain ?? undefined,
    recipientDomain: row.recipient_domain ?? undefined,
    class: row.class ?? undefined,
  }));
  const sources = (await allSources(db)).map((row): StoredSource => ({
    name: row.name,
    pool: row.pool,
    ipv4: row.ipv4 ?? undefined,
    ipv6: row.ipv6 ?? undefined,
    ehloName: row.ehlo_name,
  }));
  const relays = (await allRelays(db)).map((row): StoredRelay => ({
    name: row.name,
    sealedUrl: row.sealed_url,
    maxConnections: row.max_connections,
  }));
  return { rules, sources, relays };
}
