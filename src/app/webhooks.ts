import type { Resolver } from '../base/dns.ts';
import type { Tx } from '../base/db.ts';
import { createUuidGenerator } from '../base/ids.ts';
import { createMessageFacts } from '../features/transactional/messages/for-delivery.ts';
import type { StepListener } from '../features/campaigns/automation-runs/index.ts';
import type { VisitListener } from '../features/outcomes/tracking/index.ts';
import type { AlertListener } from '../features/outcomes/transactional-tags/index.ts';
import {
  createWebhookDirectory,
  createWebhookEngine,
  recordWebhookEvents,
  type FinishedWebhook,
} from '../features/transactional/webhooks/for-delivery.ts';
import type { Installation } from './installation.ts';
import { createLazyClient } from './outgoing.ts';

/** Sends the webhooks of a delivery process. */
export interface Webhooks {
  /** Marks the account, so that the next `noteRecorded` for it checks for due webhooks. */
  wakeAfterCommit(accountId: number): void;
  /** Reports that a transaction with this number of outcomes of the account was committed. */
  noteRecorded(accountId: number, outcomes: number): void;
  wake(): void;
  stop(): Promise<void>;
}

/** Starts sending events to the accounts' URLs. */
export function startWebhooks(
  installation: Installation,
  resolver: Resolver,
  onAttempt?: (finished: FinishedWebhook) => void,
): Webhooks {
  const { clock, config, db, log, vault } = installation;
  const client = createLazyClient({ resolver, allowLoopback: config.allowLoopbackWebhooks });
  const engine = createWebhookEngine({
    db,
    clock,
    log,
    directory: createWebhookDirectory({ db, vault, clock }),
    facts: createMessageFacts(db),
    post: (url, request) => client.post(url, request),
    onAttempt,
  });
  const accounts = new Set<number>();
  return {
    wakeAfterCommit: (accountId) => void accounts.add(accountId),
    noteRecorded(accountId, outcomes) {
      engine.mailed(outcomes);
      if (accounts.delete(accountId)) engine.wake();
    },
    wake: () => engine.wake(),
    async stop() {
      await engine.stop();
      await client.close();
    },
  };
}

/**
 * Records webhook events for opens and clicks if the account's webhook subscribes to them. Leaves out the visitor's IP
 * address.
 */
export const reportVisits: VisitListener = async (tx: Tx, accountId, visits) => {
  await recordWebhookEvents(
    tx,
    accountId,
    visits.map(({ event, id, link, messageId, occurredAt, recipient, recipientNo, status, userAgent }) => ({
      id,
      messageId,
      recipientNo,
      recipient,
      event,
      occurredAt,
      status,
      reason: null,
      extra: { ip_address: null, user_agent: userAgent ?? null, ...(link !== null && { link }) },
    })),
  );
};

/**
 * Creates a listener that records webhook events for contacts at webhook steps of automations, if the account's webhook
 * subscribes to them. These events do not refer to a message.
 */
export function createStepListener(): StepListener {
  const nextUuid = createUuidGenerator();
  return async (tx, accountId, { automation, contacts, occurredAt, step }) => {
    await recordWebhookEvents(
      tx,
      accountId,
      contacts.map(({ properties, ...contact }) => ({
        id: nextUuid(occurredAt.getTime()),
        messageId: null,
        recipientNo: null,
        recipient: contact.email,
        event: 'automation',
        occurredAt,
        status: null,
        reason: null,
        extra: { automation, step, contact, properties },
      })),
    );
  };
}

/**
 * Creates a listener that records webhook events for tag alerts if the account's webhook subscribes to them. These
 * events do not refer to a message.
 */
export function createAlertListener(): AlertListener {
  const nextUuid = createUuidGenerator();
  return async (tx, { accountId, alert, occurredAt, reason }) => {
    const ofNoMail = { messageId: null, recipientNo: null, recipient: null, status: null };
    const id = nextUuid(occurredAt.getTime());
    await recordWebhookEvents(tx, accountId, [{ ...ofNoMail, id, event: 'alert', occurredAt, reason, extra: alert }]);
  };
}
