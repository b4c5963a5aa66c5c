import { listen } from '../base/wake.ts';
import { isPrivateAddress } from '../base/private-addresses.ts';
import { createTrackingHosts, type SenderDirectory } from '../features/sending/domains/index.ts';
import { DELIVERY_CHANNEL, type PrepareParts } from '../features/sending/delivery/index.ts';
import {
  messageViewRoutes,
  type LastAttempt,
  type MessageViewParts,
  type SendingAddress,
  type SendingAddresses,
} from '../features/transactional/message-views/index.ts';
import { readRoutes } from '../features/sending/routes/index.ts';
import { createTracker } from '../features/outcomes/tracking/index.ts';
import { createMailSource, type Acceptor } from '../features/transactional/messages/index.ts';
import type { Route } from '../http/route.ts';
import { baseUrlOf } from './base-url.ts';
import { resolverOf, takesBounces } from './delivery.ts';
import type { Installation } from './installation.ts';
import { returnPathsOf } from './return-paths.ts';

/** Objects that the API role has created before it creates these routes. */
interface Made extends Pick<MessageViewParts, 'tracking' | 'suppressedByHash' | 'baseUrl'> {
  readonly acceptor: Acceptor;
  readonly senders: SenderDirectory;
}

/** Returns the routes for the message pages and the overview. */
export function messageViewsOf(installation: Installation, made: Made): Route[] {
  const { clock, config, databaseUrl, db, html, log } = installation;
  return messageViewRoutes({
    ...made,
    db,
    html,
    clock,
    log,
    sandboxDomain: config.sandboxDomain,
    hostname: config.hostname,
    delivery: config.delivery,
    signingKeys: (accountId, domain) => made.senders.signingKeys(accountId, domain),
    prepare: preparationOf(installation, made.senders),
    dnsServers: config.resolver?.split(',').map((server) => server.trim()),
    sendingAddresses: (last) => sendingAddresses(installation, last),
    hints: (onHint) => listen({ url: databaseUrl, channel: DELIVERY_CHANNEL, log, onWake: onHint }),
  });
}

/** Returns the dependencies for rendering a message as a delivery process does. */
function preparationOf(installation: Installation, senders: SenderDirectory): PrepareParts {
  const { clock, config, db, html, vault } = installation;
  const hosts = createTrackingHosts({ db, clock });
  const loadMails = createMailSource(db, {
    tracker: createTracker({ vault, baseUrl: () => baseUrlOf(config, config.port) }),
    trackingBaseOf: (accountId, domain) => hosts.trackingBaseOf(accountId, domain),
    textOf: async (accountId, given) => html.run(accountId, 'htmlToText', given),
  });
  const paths = returnPathsOf(installation);
  return {
    loadMails,
    signingKeys: (accountId, domain) => senders.signingKeys(accountId, domain),
    ...(takesBounces(config) && { returnPath: (recipient) => paths.envelopeFrom(recipient) }),
  };
}

const UNKNOWN_WAYS: Readonly<Record<string, string>> = {
  inbox: 'The email stayed on this machine, so there is no sending IP address to check.',
  relay: 'A relay forwards the email from its own IP address, which is unknown to Postrider.',
  test: 'The email went to a test address, so no server was contacted.',
  suppressed: 'The address is suppressed, so no server was contacted.',
  none: 'The email could not be prepared, so no server was contacted.',
};

/** Returns the sending addresses of this installation, or the reason why they are unknown. */
async function sendingAddresses(
  { clock, config, db }: Installation,
  last: LastAttempt | undefined,
): Promise<SendingAddresses> {
  const way = last?.route ?? config.delivery;
  const why = UNKNOWN_WAYS[way];
  if (why !== undefined) return { kind: 'unknown', why };
  const family = last?.address?.includes(':') ? 6 : 4;
  const isSeen = ({ address }: SendingAddress): boolean =>
    address.includes(':') === (family === 6) && (config.allowPrivateMx || !isPrivateAddress(address));
  const { sources } = await readRoutes(db);
  const given: SendingAddress[] = [
    ...(config.sourceAddress?.split(',') ?? []).map((address) => ({ address, heloName: config.hostname })),
    ...sources.flatMap(({ ehloName, ipv4, ipv6 }) =>
      [ipv4, ipv6].flatMap((address) => (address === undefined ? [] : [{ address, heloName: ehloName }])),
    ),
  ].filter(isSeen);
  if (given.length > 0) return { kind: 'known', addresses: given };
  // No sending address is configured, so look up the host name.
  const answer = await resolverOf({ clock, config }).addresses(config.hostname, family);
  const found = (answer.kind === 'found' ? answer.records : [])
    .map((address) => ({ address, heloName: config.hostname }))
    .filter(isSeen);
  if (found.length > 0) return { kind: 'known', addresses: found };
  return {
    kind: 'unknown',
    why: `The sending IP address is unknown: ${config.hostname} has no IP address in DNS. Set POSTRIDER_SOURCE_ADDRESS or POSTRIDER_HOSTNAME.`,
  };
}
