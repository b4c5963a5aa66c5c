import { createVault } from '../../src/base/crypto.ts';
import { createWebhookDirectory, createWebhookEngine } from '../../src/features/transactional/webhooks/index.ts';
import type { ProcessPart } from './delivery-process.ts';

type Parts = Parameters<typeof createWebhookEngine>[0];

/** Starts the production webhook engine as app/webhooks.ts does. Does nothing if the seed has no webhooks. */
export const startWebhooks: ProcessPart = (simulation, { actor, signals }) => {
  if (!simulation.scenario.webhooks) return { wake: () => {}, stop: () => Promise.resolve() };
  const db = simulation.database.open();
  const clock = simulation.clockOf(actor);
  const engine = createWebhookEngine({
    db,
    clock,
    log: simulation.logOf(actor),
    directory: createWebhookDirectory({ db, vault, clock }),
    facts: factsFrom(db),
    post: simulation.post,
  });
  signals.onCommitted = (accountId) => {
    engine.mailed(1);
    if (signals.accounts.delete(accountId)) engine.wake();
  };
  return { wake: () => engine.wake(), stop: () => engine.stop() };
};

const vault = createVault('the master secret of the simulation');

/** Encrypts the webhook secret of an account, in the format of the `webhook` table. */
export function sealedSecret(accountId: number, secret: string): Buffer {
  return vault.seal(`webhook:${accountId}`, Buffer.from(secret));
}

/** Returns the function that loads the messages of events. Their content is always the same. */
function factsFrom(db: Parts['db']): Parts['facts'] {
  return async (_accountId, events) => {
    const rows = await db.query<{ id: string; messageId: string }>({ name: 'sim_facts', text: '' }, [events]);
    return new Map(
      rows.map(({ id, messageId }) => {
        const message = {
          id: messageId,
          from: 'news@sender.test',
          to: ['reader@alpha.test'],
          subject: 'Hello',
          tag: null,
          headers: {},
          createdAt: new Date(0),
          messageIdHeader: `<${messageId}@sender.test>`,
        };
        return [id, { message, status: 'sent' }];
      }),
    );
  };
}
