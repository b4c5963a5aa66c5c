import { MAIL_CLASSES } from '../../src/mail/mail-class.ts';
import {
  createDeliveryEngine,
  openJournal,
  type NamedListener,
  type OutgoingMail,
} from '../../src/features/sending/delivery/index.ts';
import { recordTimeline, timelineOf } from '../../src/features/transactional/messages/timeline.ts';
import { recordWebhookEvents } from '../../src/features/transactional/webhooks/index.ts';
import type { Actor } from './scheduler.ts';
import type { Simulation } from './simulation.ts';

/** A running component of a simulated process, such as an engine. */
export interface Running {
  /** Notifies the component that there may be work to do. */
  wake(): void;
  stop(): Promise<void>;
}

/** Notifies the webhook engine in the same process of a commit, as app/webhooks.ts does. */
export interface Signals {
  /** Accounts for which a transaction has created webhook deliveries. */
  readonly accounts: Set<number>;
  onCommitted: (accountId: number) => void;
}

/** Parameters of a new process. */
export interface ProcessFacts {
  readonly actor: Actor;
  readonly id: string;
  /** Directory of the journal on the disk of the process's host. */
  readonly directory: string;
  /** All accepted messages by ID. */
  readonly mails: ReadonlyMap<string, OutgoingMail>;
  readonly signals: Signals;
}

/** Starts a component of a process. All code of the component runs in the context of this process. */
export type ProcessPart = (simulation: Simulation, facts: ProcessFacts) => Running;

type Routing = Parameters<typeof createDeliveryEngine>[0]['routing'];

/** Timeouts of the engine's SMTP sessions. The simulated receivers have their own delays. */
const TIMEOUTS = {
  connectMs: 10_000,
  greetingMs: 10_000,
  commandMs: 10_000,
  dataMs: 10_000,
  blockMs: 10_000,
  dotMs: 45_000,
  sessionMs: 60_000,
};
const RELAY_CONNECTIONS = 4;

/** Starts the production delivery engine as app/delivery.ts does, in a simulated environment. */
export const startDelivery: ProcessPart = (simulation, { actor, directory, id, mails, signals }) => {
  const db = simulation.database.open();
  const clock = simulation.clockOf(actor);
  const log = simulation.logOf(actor);
  return createDeliveryEngine({
    db,
    clock,
    log,
    random: simulation.random,
    workerId: id,
    smtp: { ehloName: 'mail.sender.test', timeouts: TIMEOUTS },
    routing: routingOf(simulation),
    simulate: () => undefined,
    noteTlsFault: () => {},
    onRouteFailed: () => Promise.resolve(),
    journal: openJournal({ directory, clock, log }),
    loadMails: async (keys) => {
      const ids = keys.map((key) => key.messageId);
      const rows = await db.query<{ id: string }>({ name: 'sim_load', text: '' }, [ids]);
      return new Map(rows.flatMap(({ id }) => entriesOf(mails, id)));
    },
    signingKeys: () => Promise.resolve([]),
    listeners: listenersOf(simulation, signals),
    onRecorded: (accountId) => signals.onCommitted(accountId),
  });
};

/**
 * Returns the outcome listeners of the simulation: one that only the simulation has, and, if the scenario has webhooks,
 * the timeline and webhook listeners of app/outcomes.ts.
 */
export function listenersOf(simulation: Simulation, { accounts }: Pick<Signals, 'accounts'>): NamedListener[] {
  const { listenerFault, webhooks } = simulation.scenario;
  const facts: NamedListener = {
    name: 'facts',
    hears: MAIL_CLASSES,
    hear: async (tx, accountId, outcomes) => {
      await tx.query({ name: 'sim_events', text: '' }, [accountId, outcomes]);
    },
  };
  const timeline: NamedListener = { name: 'timeline', hears: ['transactional'], hear: recordTimeline };
  const hooks: NamedListener = {
    name: 'webhooks',
    hears: ['transactional'],
    hear: async (tx, accountId, outcomes) => {
      const events = timelineOf(outcomes).map((event) => Object.assign(event, { extra: null }));
      if (await recordWebhookEvents(tx, accountId, events)) accounts.add(accountId);
    },
  };
  const all = webhooks ? [facts, timeline, hooks] : [facts];
  return all.map((listener) => (listener.name === listenerFault?.listener ? failing(simulation, listener) : listener));
}

/**
 * Wraps a listener so that it fails as the scenario specifies: for some accounts, it throws before or after it has
 * written.
 */
function failing({ scenario, scheduler, startMs }: Simulation, { hear, hears, name }: NamedListener): NamedListener {
  return {
    name,
    hears,
    async hear(tx, accountId, outcomes) {
      const { listenerFault: fault } = scenario;
      const atMs = scheduler.nowMs - startMs;
      const fails = fault && fault.accounts.includes(accountId) && atMs >= fault.fromMs && atMs < fault.toMs;
      if (!fails || fault.isAfterWriting) await hear(tx, accountId, outcomes);
      if (fails) throw new Error('This listener always throws');
    },
  };
}

function entriesOf(mails: ReadonlyMap<string, OutgoingMail>, id: string): [string, OutgoingMail][] {
  const mail = mails.get(id);
  return mail ? [[id, mail]] : [];
}

/**
 * Returns the routing of the simulation: through a relay, or directly to the servers of the domain. DNS responds late
 * or fails.
 */
function routingOf({ chance, later, scenario, whole }: Simulation): Routing {
  const source = { name: 'direct', ehloName: 'mail.sender.test', family: 'ipv4-first' } as const;
  const relay = { host: 'relay.sender.test', port: 25, tls: 'opportunistic', login: undefined } as const;
  const routes = scenario.routes.map((kind) =>
    kind === 'direct'
      ? ({ kind, name: 'direct', source } as const)
      : ({ kind, name: 'relay', relay, maxConnections: RELAY_CONNECTIONS } as const),
  );
  return {
    routesFor: () => Promise.resolve(routes),
    inboxPort: 0,
    relays: {
      find: () => Promise.resolve({ kind: 'targets', targets: [targetOf('relay.sender.test')] }),
    },
    direct: {
      async find(domain) {
        await later(whole(1, 20));
        if (chance('dns')) return { kind: 'failed', reason: 'SERVFAIL' };
        const host = `mx.${domain}`;
        return { kind: 'targets', site: host, targets: [targetOf(host)], policy: 'none' };
      },
    },
    countTls: () => {},
    warmUp: { take: () => Promise.resolve({ granted: true, release: () => {} }), notePolicyBounce: () => {} },
  };
}

function targetOf(host: string) {
  return { host, address: '192.0.2.1', port: 25, tls: 'never', verifyTls: false, login: undefined } as const;
}
