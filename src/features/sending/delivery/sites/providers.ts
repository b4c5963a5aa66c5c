/** Limits of a destination site for one source address. */
export interface SiteLimits {
  readonly maxConnections: number;
  readonly maxMailsPerConnection: number;
  /** Initial number of connections. More are opened as messages are accepted. */
  readonly initialConnections: number;
  /** Initial and maximum pause after the site was unreachable, in milliseconds. */
  readonly unreachableMs: readonly [first: number, most: number];
}

/** A large receiver, identified by the names of its mail servers. */
export interface Provider {
  readonly name: string;
  readonly limits: SiteLimits;
  /** Whether the receiver rejects messages that are not sent over TLS. */
  readonly requireTls: boolean;
}

const INITIAL_CONNECTIONS = 2;
const UNREACHABLE_MS: SiteLimits['unreachableMs'] = [60_000, 15 * 60_000];

/**
 * Default limits of large receivers, by suffix of the preferred mail server's name. The values are from KumoMTA's
 * published traffic shaping rules.
 */
const ROWS: readonly { readonly suffixes: readonly string[]; readonly provider: Provider }[] = [
  row('google', ['.google.com', '.googlemail.com'], [5, 50], true),
  row('outlook', ['.olc.protection.outlook.com'], [5, 50]),
  row('office365', ['.mail.protection.outlook.com', '.mx.microsoft'], [5, 50]),
  row('yahoo', ['.yahoodns.net'], [10, 20]),
  row('apple', ['.icloud.com'], [10, 5]),
  row('comcast', ['.comcast.net'], [25, 1_000], true),
  row('orange', ['.orange.fr', '.wanadoo.fr'], [2, 100], true),
];

/** Name for all receivers that are not in the table. */
export const OTHER_PROVIDER = 'other';
const OTHER: Provider = row(OTHER_PROVIDER, [], [10, 100]).provider;

export const PROVIDERS: readonly string[] = ROWS.map(({ provider }) => provider.name);

/**
 * Returns the provider of a site by the name of its preferred mail server, or 'other' if the provider is not in the
 * table.
 */
export function providerOf(host: string): Provider {
  const name = `.${host.toLowerCase().replace(/\.$/, '')}`;
  return ROWS.find(({ suffixes }) => suffixes.some((suffix) => name.endsWith(suffix)))?.provider ?? OTHER;
}

/** Returns the suffixes of a provider's site names, or undefined for an unknown provider. */
export function siteSuffixesOf(provider: string): readonly string[] | undefined {
  return ROWS.find((known) => known.provider.name === provider)?.suffixes;
}

/**
 * Returns the number of connections by provider, with one entry for each provider in the table and one for all others.
 */
export function connectionsByProvider(
  sites: readonly { readonly name: string; readonly connectionWorkers: number }[],
): ReadonlyMap<string, number> {
  const connections = new Map([...PROVIDERS, OTHER_PROVIDER].map((name) => [name, 0]));
  for (const { connectionWorkers, name } of sites) {
    const provider = providerOf(name).name;
    connections.set(provider, (connections.get(provider) ?? 0) + connectionWorkers);
  }
  return connections;
}

function row(
  name: string,
  suffixes: readonly string[],
  [maxConnections, maxMailsPerConnection]: readonly [number, number],
  requireTls = false,
): { readonly suffixes: readonly string[]; readonly provider: Provider } {
  const limits: SiteLimits = {
    maxConnections,
    maxMailsPerConnection,
    initialConnections: INITIAL_CONNECTIONS,
    unreachableMs: UNREACHABLE_MS,
  };
  return { suffixes, provider: { name, limits, requireTls } };
}
