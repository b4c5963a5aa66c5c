import { Resolver as SystemResolver } from 'node:dns/promises';
import type { Resolver } from '../../base/dns.ts';
import { createRouter, type Router } from '../../features/sending/delivery/index.ts';
import { isNameForOthers } from '../../features/sending/domains/index.ts';
import { createWarmUp } from '../../features/sending/warm-up/index.ts';
import type { EmailAddress } from '../../mail/address.ts';
import { connectSmtp, RFC_TIMEOUTS } from '../../smtp/connection.ts';
import { resolverOf, routingOf, transportOf } from '../delivery.ts';
import type { Installation } from '../installation.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';

/**
 * Domain whose mail servers are contacted by default. It belongs to a provider that is large enough to be always
 * available.
 */
export const DEFAULT_PROBE_DOMAIN = 'gmail.com';
/** Timeouts of the check. They are short, because the user is waiting for the result. */
const PATIENCE = { ...RFC_TIMEOUTS, connectMs: 10_000, greetingMs: 10_000, commandMs: 10_000 };
const REVERSE_MS = 5_000;
/** An account ID that does not exist. */
const NOBODY = 0;

/**
 * Checks the connection to the relay or, for direct delivery, to the mail servers of `probeDomain`, and this server's
 * name in DNS. Returns no findings if emails go only to the local inbox.
 */
export async function examineNetwork(installation: Installation, probeDomain: string): Promise<Finding[]> {
  const { config } = installation;
  if (config.delivery === 'inbox') return [];
  // Disable warm-up, because a check that sends nothing must not use up any warm-up volume.
  const warmUp = createWarmUp({ ...installation, enabled: false, holdPercent: 100 });
  const resolver = resolverOf(installation);
  const transport = transportOf(installation, resolver);
  const router = createRouter({
    ...routingOf(installation, { inboxPort: undefined, resolver, transport, warmUp }),
    clock: installation.clock,
    // This check has no message, so rules for a sender domain apply only if they match the host name.
    senderDomainOf: () => Promise.resolve(config.hostname),
  });
  const route = await examineRoute(router, config.delivery === 'relay' ? 'relay' : probeDomain, config.hostname);
  if (config.delivery === 'relay') return [route];
  const name = await examineName(config.hostname, resolver, (address) => reverse(address, config.resolver));
  return [...name, route];
}

/** Checks whether the server's name resolves to addresses that have the same name in reverse DNS. */
async function examineName(
  hostname: string,
  resolver: Resolver,
  nameOf: (address: string) => Promise<readonly string[]>,
): Promise<Finding[]> {
  if (!isNameForOthers(hostname)) {
    const remedy = 'Set POSTRIDER_HOSTNAME to the DNS name of this server’s IP address.';
    return [problem('host name', `is ${hostname}: many receivers reject this name in EHLO`, remedy)];
  }
  const answers = await Promise.all([resolver.addresses(hostname, 4), resolver.addresses(hostname, 6)]);
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (failed?.kind === 'failed') {
    return [unknown('host name', `DNS: ${failed.reason}`, 'Check that the DNS servers of this machine respond.')];
  }
  const addresses = answers.flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
  if (addresses.length === 0) {
    const remedy = `Publish an A record for ${hostname} with this server’s IP address.`;
    return [problem('host name', `${hostname} has no IP address in DNS`, remedy)];
  }
  return Promise.all(addresses.map(async (address) => judgeReverse(hostname, address, await nameOf(address))));
}

/** Checks whether reverse DNS returns the server's name for an address. */
export function judgeReverse(hostname: string, address: string, names: readonly string[]): Finding {
  if (names.some((name) => name.toLowerCase().replace(/\.$/, '') === hostname)) {
    return fine('host name', `${hostname} and ${address} match in forward and reverse DNS`);
  }
  const found =
    names.length === 0 ? 'has no name in reverse DNS' : `is named ${names.join(', ')} in reverse DNS, not ${hostname}`;
  return problem(
    'host name',
    `${address} ${found}`,
    `Ask the provider of the IP address to set its PTR record to ${hostname}.`,
  );
}

async function reverse(address: string, servers: string | undefined): Promise<readonly string[]> {
  const resolver = new SystemResolver({ timeout: REVERSE_MS, tries: 1 });
  if (servers) resolver.setServers(servers.split(',').map((server) => server.trim()));
  // Treat a failed lookup as a missing record.
  return resolver.reverse(address).catch(() => []);
}

/** Connects to the first server that responds on the route to a domain. */
async function examineRoute(router: Router, domain: string, ehloName: string): Promise<Finding> {
  const route = await router.route({
    accountId: NOBODY,
    messageId: '',
    mailClass: 'transactional',
    // The local part does not affect the route.
    recipient: `postmaster@${domain}` as EmailAddress,
  });
  if (route.kind === 'later' || route.kind === 'unprepared')
    return unknown('route', 'the delivery route is unknown', 'Check that the database responds.');
  const isRelay = route.name === 'relay';
  const subject = isRelay ? 'relay' : 'port 25';
  const remedy = isRelay
    ? 'Check that the relay is running and that POSTRIDER_RELAY_URL is correct.'
    : 'Ask your provider to open outbound port 25, or send through a relay: POSTRIDER_DELIVERY=relay.';
  if (route.kind === 'unroutable') {
    const reason = 'reason' in route.result ? route.result.reason : `no server accepts email for ${domain}`;
    return unknown(subject, reason, isRelay ? remedy : 'Try another domain: postrider doctor --probe example.org');
  }
  const faults: string[] = [];
  for (const target of route.targets) {
    const opened = await connectSmtp(target, { ehloName, timeouts: PATIENCE });
    if ('kind' in opened) {
      faults.push(`${target.host} [${target.address}]: ${opened.error}`);
      continue;
    }
    await opened.close();
    const how = `${target.host} [${target.address}] responds`;
    if (opened.tls !== undefined) return fine(subject, `${how}, ${opened.tls}`);
    return warning(
      subject,
      `${how} without TLS`,
      'Emails to that server are sent unencrypted. You cannot fix this problem on your own server.',
    );
  }
  return problem(subject, faults.join('; '), remedy);
}
