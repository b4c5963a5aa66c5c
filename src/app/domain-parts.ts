import { systemRandom } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createHostProbe, isNameForOthers, type CheckParts } from '../features/sending/domains/index.ts';
import { readRoutes } from '../features/sending/routes/index.ts';
import { resolverOf } from './delivery.ts';
import type { Installation } from './installation.ts';
import { createUserMailer } from './people.ts';

/** Returns the dependencies of adding, checking and rotating sender domains. */
export function domainPartsOf(installation: Pick<Installation, 'clock' | 'config' | 'db' | 'vault'>): CheckParts {
  const { clock, config, db, vault } = installation;
  // Disable the DNS cache, because users check a domain right after they change its records.
  const resolver = resolverOf(installation, false);
  return {
    db,
    vault,
    clock,
    hostname: config.hostname,
    reportsDomain: reportsDomainOf(config),
    publicUrl: config.baseUrl,
    probeHost: config.baseUrl === undefined ? undefined : createHostProbe({ resolver, publicUrl: config.baseUrl }),
    sandboxDomain: config.sandboxDomain,
    ed25519: config.dkimEd25519,
    resolver,
    ownAddresses: () => ownAddressesOf(installation),
    random: systemRandom,
    sendNotice: createUserMailer({ clock, config }),
  };
}

/**
 * Returns the configured sending IP addresses or, if there are none, the addresses of this server's public host name.
 */
async function ownAddressesOf(installation: Pick<Installation, 'clock' | 'config' | 'db'>): Promise<readonly string[]> {
  const { config, db } = installation;
  const { sources } = await readRoutes(db);
  const given = [
    ...(config.sourceAddress?.split(',') ?? []).map((address) => address.trim()),
    ...sources.flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6].filter((address) => address !== undefined)),
  ];
  if (given.length > 0) return [...new Set(given)];
  if (!isNameForOthers(config.hostname)) return [];
  const resolver = resolverOf(installation);
  const answers = await Promise.all(([4, 6] as const).map((family) => resolver.addresses(config.hostname, family)));
  return answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
}

/**
 * Returns the domain that receives reports, or undefined if this installation receives no email or has no domain that
 * others can reach.
 */
function reportsDomainOf(config: Config): string | undefined {
  if (config.inboundPort === undefined) return undefined;
  return config.returnPathDomain ?? (isNameForOthers(config.hostname) ? config.hostname : undefined);
}
