import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemRandom } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createResolver, type Resolver } from '../base/dns.ts';
import { listen as listenForHints } from '../base/wake.ts';
import { recordFailedWay } from '../features/delivery-alerts/index.ts';
import { createSenderDirectory } from '../features/domains/index.ts';
import {
  createDeliveryEngine,
  createDirectTargets,
  createRelayLookup,
  DELIVERY_CHANNEL,
  openJournal,
  type DeliveryEngine,
  type EngineParts,
  type RouterParts,
} from '../features/delivery/index.ts';
import { createRouteDirectory } from '../features/routes/index.ts';
import { createTracker } from '../features/tracking/index.ts';
import {
  createPolicyFetcher,
  createTransportSecurity,
  type TransportSecurity,
} from '../features/transport-security/index.ts';
import { createWarmUp } from '../features/warm-up/index.ts';
import { createMailSource, simulateOutcome } from '../features/transactional/index.ts';
import { RFC_TIMEOUTS, type SmtpTimeouts } from '../smtp/connection.ts';
import { baseUrlOf } from './base-url.ts';
import type { Installation } from './installation.ts';
import { createMailings } from './mailings.ts';
import { outcomeListener } from './outcomes.ts';
import { returnPathsOf } from './return-paths.ts';
import { startWebhooks } from './webhooks.ts';
import { DELIVERY_WORKER_ID } from './workers.ts';

/** A running delivery process. */
export interface Delivery {
  stop(): Promise<void>;
}

/** Starts to claim and deliver. `inboxPort` is where the local inbox listens, when mail goes there. */
export function startDelivery(
  installation: Installation,
  inboxPort: number | undefined,
  timeouts: SmtpTimeouts = RFC_TIMEOUTS,
): Delivery {
  const { clock, config, db, log, vault } = installation;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
  const tracker = createTracker({ vault, baseUrl: () => baseUrlOf(config, config.port) });
  const warmUp = createWarmUp({
    db,
    clock,
    log,
    enabled: config.warmUp,
    holdPercent: config.pauseBouncePercent,
  });
  const resolver = resolverOf(installation);
  const transport = transportOf(installation, resolver);
  const mailings = createMailings(installation);
  const loadMessages = createMailSource(db, { tracker });
  const webhooks = startWebhooks(installation, resolver);
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
      const [some, others] = await Promise.all([mailings.loadMails(ofMailings), loadMessages(ofMessages)]);
      return some.size === 0 ? others : new Map([...some, ...others]);
    },
    signingKeys: (accountId, domain) => senders.signingKeys(accountId, domain),
    ...(takesBounces(config) && { returnPath: bouncesOf(installation) }),
    simulate: (recipient) => simulateOutcome(recipient, config.sandboxDomain),
    onOutcomes: webhooks.behind(outcomeListener(config, (accountId) => webhooks.written(accountId))),
    onRecorded: (accountId) => webhooks.committed(accountId),
    onWayFailed: recordFailedWay,
  });
  const listener = listenForMail(installation, () => engine.wake());
  return {
    async stop() {
      await listener.close();
      await Promise.all([engine.stop(), webhooks.stop()]);
      await warmUp.stop();
      await transport.close();
    },
  };
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [passed: T[], failed: T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function bouncesOf(installation: Installation): NonNullable<EngineParts['returnPath']> {
  const paths = returnPathsOf(installation);
  return (recipient) => paths.envelopeFrom(recipient);
}

/** Whether somebody listens where bounces come back to: else they go to the mailbox of the From address. */
export function takesBounces({ inboundPort, returnPathDomain }: Config): boolean {
  return inboundPort !== undefined || returnPathDomain !== undefined;
}

/** The resolver of this installation's configuration. */
export function resolverOf({ clock, config }: Pick<Installation, 'clock' | 'config'>, keepsAnswers = true) {
  const servers = config.resolver?.split(',').map((server) => server.trim());
  return createResolver({ clock, servers, validates: config.dane, keepsAnswers });
}

/** How this installation protects mail on its way. */
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

/** The ways out of this installation's configuration. */
export function routingOf(
  installation: Installation,
  parts: {
    readonly inboxPort: number | undefined;
    readonly resolver: Resolver;
    readonly transport: TransportSecurity;
    readonly warmUp: RouterParts['warmUp'];
  },
): Omit<RouterParts, 'clock' | 'senderDomainOf'> {
  const { clock, config } = installation;
  const directory = createRouteDirectory(installation);
  return {
    waysFor: (mail) => directory.waysFor(mail),
    inboxPort: parts.inboxPort ?? config.inboxPort,
    relays: createRelayLookup(clock),
    direct: createDirectTargets({
      resolver: parts.resolver,
      port: config.smtpPort,
      allowPrivate: config.allowPrivateMx,
      transport: parts.transport,
    }),
    countTls: (domain, policy, result) => parts.transport.count(domain, policy, result),
    warmUp: parts.warmUp,
  };
}

/** Calls `onWake` when mail may be due. */
function listenForMail({ databaseUrl, log }: Installation, onWake: () => void): { close(): Promise<void> } {
  return listenForHints({ url: databaseUrl, channel: DELIVERY_CHANNEL, log, onWake });
}
