import { systemRandom } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { createResolver } from '../base/dns.ts';
import { createSenderDirectory } from '../features/domains/index.ts';
import {
  createDeliveryEngine,
  createRouter,
  type DeliveryEngine,
  type OutcomeListener,
  type Router,
} from '../features/delivery/index.ts';
import { createTracker } from '../features/tracking/index.ts';
import { recordSuppressions } from '../features/suppressions/index.ts';
import { createOutcomeStatistics } from '../features/transactional-tags/index.ts';
import { createMailSource, recordTimeline, simulateOutcome } from '../features/transactional/index.ts';
import { RFC_TIMEOUTS } from '../smtp/connection.ts';
import { parseRelayUrl } from '../smtp/relay-url.ts';
import { baseUrlOf, listenForMail } from './api.ts';
import type { Installation } from './installation.ts';

/** A running delivery process. */
export interface Delivery {
  stop(): Promise<void>;
}

/** Starts to claim and deliver. `inboxPort` is where the local inbox listens, when mail goes there. */
export function startDelivery(installation: Installation, inboxPort: number | undefined): Delivery {
  const { clock, config, db, log, vault } = installation;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
  const tracker = createTracker({ vault, baseUrl: () => baseUrlOf(config, config.port) });
  const engine: DeliveryEngine = createDeliveryEngine({
    db,
    clock,
    log,
    random: systemRandom,
    smtp: { ehloName: config.hostname, timeouts: RFC_TIMEOUTS },
    router: routerOf(installation, inboxPort),
    loadMails: createMailSource(db, { tracker }),
    signingKeys: (accountId, domain) => senders.signingKeys(accountId, domain),
    simulate: (recipient) => simulateOutcome(recipient, config.sandboxDomain),
    onOutcomes: outcomeListener(config),
  });
  const listener = listenForMail(installation, () => engine.wake());
  return {
    async stop() {
      await listener.close();
      await engine.stop();
    },
  };
}

/** Outcomes tell whoever sent, in the transaction that records them; what locks a row of the account comes last. */
function outcomeListener(config: Config): OutcomeListener {
  const countOutcomes = createOutcomeStatistics({
    bouncePercent: config.pauseBouncePercent,
    complaintPercent: config.pauseComplaintPercent,
    minimumVolume: config.pauseMinimum,
  });
  return async (tx, accountId, outcomes) => {
    await recordTimeline(tx, accountId, outcomes);
    await recordSuppressions(tx, accountId, outcomes);
    await countOutcomes(tx, accountId, outcomes);
  };
}

/** The resolver of this installation's configuration. */
export function resolverOf({ clock, config }: Pick<Installation, 'clock' | 'config'>) {
  const servers = config.resolver?.split(',').map((server) => server.trim());
  return createResolver({ clock, servers });
}

/** The ways out of this installation's configuration. */
export function routerOf(installation: Installation, inboxPort: number | undefined): Router {
  const { clock, config } = installation;
  switch (config.delivery) {
    case 'inbox':
      return createRouter({ mode: 'inbox', port: inboxPort ?? config.inboxPort });
    case 'relay':
      return createRouter({
        mode: 'relay',
        relay: parseRelayUrl(config.relayUrl ?? ''),
        clock,
        maxConnections: Math.max(1, Math.floor(config.relayConnections / config.workers)),
      });
    case 'direct':
      return createRouter({
        mode: 'direct',
        resolver: resolverOf(installation),
        port: config.smtpPort,
        allowPrivate: config.allowPrivateMx,
      });
  }
}
