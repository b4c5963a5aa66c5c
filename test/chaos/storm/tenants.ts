import { loadConfig } from '../../../src/base/config.ts';
import { createKey, SCOPES } from '../../../src/features/tenants/access/index.ts';
import { createAccount } from '../../../src/features/tenants/accounts/index.ts';
import { addDomain, verifyDomain } from '../../../src/features/sending/domains/index.ts';
import { addRelay, addRule } from '../../../src/features/sending/routes/index.ts';
import { setKeyRate } from '../../../src/features/tenants/usage/index.ts';
import { domainPartsOf } from '../../../src/app/domain-parts.ts';
import { joinInstallation, type Environment, type Installation } from '../../../src/app/installation.ts';
import type { Tenant } from './history.ts';
import type { NameServer } from './name-server.ts';
import { RECEIVING_DOMAINS } from './receiver.ts';

/**
 * Number of receiving domains that are reached through a relay. Messages to all other domains are delivered directly.
 */
const RELAYED_DOMAINS = 6;
const RELAY_CONNECTIONS = 8;
const RATE = { perSecond: 1_000, perMinute: 60_000 };

/**
 * Creates the accounts of a storm, each with a verified domain. The last account has the small quota of the free plan.
 */
export async function makeTenants(parts: {
  readonly environment: Environment;
  readonly names: NameServer;
  /** DNS records, to which this function adds the key records of the domains. */
  readonly records: Map<string, string>;
  readonly accounts: number;
  readonly receiverPort: number;
}): Promise<Tenant[]> {
  // Suppresses the installation's notices about its settings, because they would appear in the report.
  const config = loadConfig({ ...parts.environment, POSTRIDER_LOG: 'error' });
  const installation = await joinInstallation(config, parts.environment, 'chaos', undefined);
  const tenants: Tenant[] = [];
  try {
    await makeRelays(installation, parts.receiverPort);
    for (let number = 1; number <= parts.accounts + 1; number += 1) {
      const hasQuota = number > parts.accounts;
      tenants.push(await makeTenant(installation, parts, hasQuota ? 'quota' : `account-${number}`, hasQuota));
    }
  } finally {
    await installation.close();
  }
  return tenants;
}

/**
 * Creates relays. Any delivery process may deliver to a relay, but only one process delivers directly to a destination
 * site, and a storm covers both cases.
 */
async function makeRelays({ db, vault }: Installation, port: number): Promise<void> {
  for (const [index, { address, name }] of RECEIVING_DOMAINS.slice(0, RELAYED_DOMAINS).entries()) {
    const relay = `relay-${index + 1}`;
    await addRelay(db, vault, { name: relay, url: `smtp://${address}:${port}`, maxConnections: RELAY_CONNECTIONS });
    await addRule(db, { recipientDomain: name }, `relay:${relay}`);
  }
}

async function makeTenant(
  installation: Installation,
  { names, records }: { readonly names: NameServer; readonly records: Map<string, string> },
  name: string,
  hasQuota: boolean,
): Promise<Tenant> {
  const { db } = installation;
  const plan = hasQuota ? 'free' : 'unlimited';
  const account = await createAccount(db, { email: `${name}@chaos.example`, plan, isOperator: false });
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  const { id, key } = await createKey(db, { accountId: account.id, name: 'Chaos', scopes });
  // Replace the plan's rate limit, because it would delay the checks after the storm.
  await setKeyRate(db, account.id, id, RATE);
  const domain = `${name}.sender.chaos.example`;
  const domainParts = domainPartsOf(installation);
  const added = await addDomain(domainParts, account.id, domain);
  for (const record of added.records) {
    if (record.type !== 'TXT') continue;
    names.put(record.host, 'TXT', record.dataParts ?? record.data);
    records.set(record.host, record.data);
  }
  const { status } = await verifyDomain(domainParts, account.id, domain);
  if (status !== 'verified') throw new Error(`The domain ${domain} is ${status}`);
  return { name, key, domain, hasQuota };
}
