import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemRandom } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createResolver, type Resolver } from '../base/dns.ts';
import type { Registry } from '../base/metrics.ts';
import { listen as listenForHints } from '../base/wake.ts';
import { recordFailedRoute } from '../features/sending/delivery-alerts/index.ts';
import { createSenderDirectory, createTrackingHosts } from '../features/sending/domains/for-delivery.ts';
import {
  createDeliveryEngine,
  createDirectTargets,
  createRelayLookup,
  createResolverDoubt,
  DELIVERY_CHANNEL,
  MAIL_CLASSES,
  openJournal,
  type DeliveryEngine,
  type EngineParts,
  type RouterParts,
} from '../features/sending/delivery/index.ts';
import { createRouteDirectory } from '../features/sending/routes/index.ts';
import { createMaillessDomains } from '../features/sending/suppressions/for-delivery.ts';
import { createTracker } from '../features/outcomes/tracking/for-delivery.ts';
import {
  createPolicyFetcher,
  createTransportSecurity,
  type TransportSecurity,
} from '../features/sending/transport-security/index.ts';
import { createWarmUp } from '../features/sending/warm-up/index.ts';
import { createMailSource, simulateOutcome } from '../features/transactional/messages/for-delivery.ts';
import { findTargets } from '../smtp/mx.ts';
import { RFC_TIMEOUTS, type SmtpTimeouts } from '../smtp/connection.ts';
import { baseUrlOf } from './base-url.ts';
import type { Installation } from './installation.ts';
import { createMailings } from './mailings.ts';
import { watchDeliveries } from './monitor/deliveries.ts';
import { isLogged, NO_MONITOR, type Monitor } from './monitor/monitor.ts';
import { outcomeListeners } from './outcomes.ts';
import { returnPathsOf } from './return-paths.ts';
import { startVendorHooks } from './vendor-hooks.ts';
import { startWebhooks } from './webhooks.ts';
import { DELIVERY_WORKER_ID } from './workers.ts';

/** A running delivery process. */
export interface Delivery {
  stop(): Promise<void>;
}

/**
 * Starts claiming and delivering messages. `inboxPort` is the port of the local inbox if messages are delivered there.
 */
export function startDelivery(
  installation: Installation,
  inboxPort: number | undefined,
  timeouts: SmtpTimeouts = RFC_TIMEOUTS,
  monitor: Monitor = NO_MONITOR,
): Delivery {
  const { clock, config, db, log, vault } = installation;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
  const tracker = createTracker({ vault, baseUrl: () => baseUrlOf(config, config.port) });
  const warmUp = createWarmUp({ db, clock, log, enabled: config.warmUp, holdPercent: config.pauseBouncePercent });
  const resolver = resolverOf(installation);
  const transport = transportOf(installation, resolver);
  const mailings = createMailings(installation);
  const hosts = createTrackingHosts({ db, clock });
  const loadMessages = createMailSource(db, {
    tracker,
    trackingBaseOf: (accountId, domain) => hosts.trackingBaseOf(accountId, domain),
  });
  const watch = watchDeliveries(monitor, { db, log, isLogged: isLogged(config) });
  const webhooks = startWebhooks(installation, resolver, watch && ((sent) => watch.webhookSent(sent)));
  const vendorHooks = startVendorHooks(installation, resolver);
  const engine: DeliveryEngine = createDeliveryEngine({
    db,
    clock,
    log,
    journal: openJournal({ directory: join(installation.dataDir, 'journal'), clock, log }),
    workerId: installation.environment[DELIVERY_WORKER_ID] ?? randomUUID(),
    random: systemRandom,
    smtp: { ehloName: config.hostname, timeouts },
    routing: routingOf(installation, { inboxPort, resolver, transport, warmUp }),
    noteTlsFault: (host) => transport.noteTlsFault(host),
    chunks: mailings.chunks,
    loadMails: async (keys) => {
      const [ofMessages, ofMailings] = partition(keys, ({ mailClass }) => mailClass === 'transactional');
      const messages = ofMessages.length > 0 ? await loadMessages(ofMessages) : [];
      return new Map([...messages, ...(ofMailings.length > 0 ? await mailings.loadMails(ofMailings) : [])]);
    },
    signingKeys: (accountId, domain) => senders.signingKeys(accountId, domain),
    ...(takesBounces(config) && { returnPath: bouncesOf(installation) }),
    simulate: (recipient) => simulateOutcome(recipient, config.sandboxDomain),
    listeners: outcomeListeners(config, (accountId) => webhooks.wakeAfterCommit(accountId)),
    onRecorded(accountId, attempts) {
      webhooks.noteRecorded(accountId, attempts.length);
      watch?.recorded(accountId, attempts);
    },
    onClaimed: watch && ((claims) => watch.claimed(claims)),
    onRouteFailed: recordFailedRoute,
  });
  if (monitor.registry) registerEngine(monitor.registry, engine);
  const listener = listenForMail(installation, () => engine.wake());
  return {
    async stop() {
      await listener.close();
      await Promise.all([engine.stop(), webhooks.stop(), vendorHooks.close()]);
      await warmUp.stop();
      await transport.close();
    },
  };
}

/** Registers metrics of the delivery engine's current state. */
function registerEngine(registry: Registry, engine: DeliveryEngine): void {
  registry.gauge(
    {
      name: 'postrider_smtp_connections',
      help: 'Number of connections to receiving servers that are open or being opened.',
      labels: ['provider'],
    },
    () => [...engine.atWork().connections].map(([provider, value]) => ({ labels: { provider }, value })),
  );
  registry.gauge(
    {
      name: 'postrider_recipients_held',
      help: 'Number of recipients that the process is currently handling.',
      labels: ['class'],
    },
    () => MAIL_CLASSES.map((mailClass) => ({ labels: { class: mailClass }, value: engine.atWork().held(mailClass) })),
  );
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [passed: T[], failed: T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function bouncesOf(installation: Installation): NonNullable<EngineParts['returnPath']> {
  const paths = returnPathsOf(installation);
  return (recipient) => paths.envelopeFrom(recipient);
}

/** Returns whether bounces go to this installation instead of the mailbox in the From address. */
export function takesBounces({ inboundPort, returnPathDomain }: Config): boolean {
  return inboundPort !== undefined || returnPathDomain !== undefined;
}

/** Creates a DNS resolver with this installation's settings. `keepsAnswers` enables its cache. */
export function resolverOf({ clock, config }: Pick<Installation, 'clock' | 'config'>, keepsAnswers = true) {
  const servers = config.resolver?.split(',').map((server) => server.trim());
  return createResolver({ clock, servers, validates: config.dane, keepsAnswers });
}

/** Creates this installation's transport security policy. */
export function transportOf(installation: Installation, resolver: Resolver): TransportSecurity {
  const { clock, config, db, log } = installation;
  return createTransportSecurity({
    db,
    resolver,
    clock,
    log,
    dane: config.dane,
    fetchPolicy: createPolicyFetcher({ resolver, allowPrivate: config.allowPrivateMx }),
  });
}

/** Returns the dependencies of the delivery router. */
export function routingOf(
  installation: Installation,
  parts: {
    readonly inboxPort: number | undefined;
    readonly resolver: Resolver;
    readonly transport: TransportSecurity;
    readonly warmUp: RouterParts['warmUp'];
  },
): Omit<RouterParts, 'clock' | 'senderDomainOf'> {
  const { clock, config, log } = installation;
  const directory = createRouteDirectory(installation);
  const mailless = createMaillessDomains(installation);
  const found = { port: config.smtpPort, allowPrivate: config.allowPrivateMx };
  const anew = resolverOf(installation, false);
  const hasServers = async (domain: string): Promise<boolean> =>
    (await findTargets(domain, anew, found)).kind === 'targets';
  return {
    routesFor: (mail) => directory.routesFor(mail),
    inboxPort: parts.inboxPort ?? config.inboxPort,
    relays: createRelayLookup(clock, config.resolver === undefined ? undefined : parts.resolver),
    direct: createDirectTargets({
      ...found,
      resolver: parts.resolver,
      transport: parts.transport,
      doubt: createResolverDoubt({ clock, log, random: systemRandom, hasServers }),
      noteMailless: (domain) => mailless.note(domain),
    }),
    countTls: (domain, policy, result) => parts.transport.count(domain, policy, result),
    warmUp: parts.warmUp,
  };
}

/** Calls `onWake` whenever messages may be due. */
function listenForMail({ databaseUrl, log }: Installation, onWake: () => void): { close(): Promise<void> } {
  return listenForHints({ url: databaseUrl, channel: DELIVERY_CHANNEL, log, onWake });
}
