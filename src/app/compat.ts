import {
  addTopic,
  changeTopic,
  chooseTopics,
  listTopics,
  readTopic,
  readTopicsOf,
  removeTopic,
  unsubscribedAmong,
} from '../features/audience/topics/index.ts';
import { contactsBeside } from '../features/audience/contacts/index.ts';
import {
  accountRoutes,
  compatRoutes,
  createCompatDialect,
  createNativeApi,
} from '../features/compatibility/resend/index.ts';
import { findCampaign, setTopic, summariesOf } from '../features/campaigns/campaigns/index.ts';
import { webhookEventNames } from '../features/transactional/webhooks/index.ts';
import { idOfAlias } from '../features/transactional/templates/index.ts';
import { createSenderDirectory } from '../features/sending/domains/index.ts';
import type { Acceptor } from '../features/transactional/messages/index.ts';
import { createTrackingSettings } from '../features/outcomes/transactional-tags/index.ts';
import {
  changeKey,
  endKey,
  keyChangeRequest,
  listManagedKeys,
  makeKey,
  newKeyRequest,
} from '../features/tenants/access/index.ts';
import type { QuotaBoard } from '../features/tenants/usage/index.ts';
import type { Database } from '../base/db.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Route } from '../http/route.ts';
import { suppressedByHashOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';

/** Creates the adapter for Resend clients. Some of its routes call `routes`, the routes of the native API. */
export function compatOf(
  installation: Installation,
  acceptor: Acceptor,
  board: QuotaBoard,
  routes: readonly Route[],
): { readonly routes: readonly Route[]; readonly dialect: Dialect } {
  const { clock, config, db, html, vault } = installation;
  const { compatSandboxDomains, sandboxDomain } = config;
  return {
    routes: [
      ...accountRoutes({
        native: createNativeApi(routes),
        contactsBeside: async (accountId, listId, { limit, ...beside }) =>
          contactsBeside(db, accountId, listId, { ...beside, limit: limit + 1 }),
        broadcasts: async (accountId, page) => broadcastPage(db, accountId, Number(page.page), Number(page.per_page)),
        eventNames: webhookEventNames(),
        templateOfAlias: async (accountId, alias) => idOfAlias(db, accountId, alias),
        topics: {
          list: async (accountId) => listTopics(db, accountId),
          read: async (accountId, id) => readTopic(db, accountId, id),
          add: async (accountId, wanted) => addTopic(db, accountId, wanted),
          change: async (accountId, id, change) => changeTopic(db, accountId, id, change),
          remove: async (accountId, id) => removeTopic(db, accountId, id),
          ofContact: async (accountId, contactId) => readTopicsOf(db, accountId, contactId),
          choose: async (accountId, contactId, choices) => chooseTopics(db, accountId, contactId, choices),
          ofBroadcast: async (accountId, id) => (await findCampaign(db, accountId, id))?.topic_id ?? undefined,
          setOfBroadcast: async (accountId, id, topicId) => setTopic(db, accountId, id, topicId),
        },
        keys: {
          list: async (accountId) => listManagedKeys(db, accountId),
          make: async (principal, wanted) => makeKey({ db, vault }, principal, newKeyRequest.parse(wanted)),
          rename: async (principal, id, change) => changeKey(db, principal, id, keyChangeRequest.parse(change)),
          end: async (principal, id) => endKey(db, principal, id),
        },
      }),
      ...compatRoutes({
        unsubscribedAmong: async (accountId, topicId, addresses) =>
          unsubscribedAmong(db, accountId, topicId, addresses),
        db,
        html,
        clock,
        acceptor,
        senders: createSenderDirectory({ db, vault, clock, sandboxDomain }),
        tracking: createTrackingSettings({ db, clock }),
        suppressedByHash: suppressedByHashOf(installation),
        sandboxDomain,
        sandboxAliases: compatSandboxDomains,
      }),
    ],
    dialect: createCompatDialect({ used: (principal) => board.used(principal) }),
  };
}

async function broadcastPage(db: Database, accountId: number, page: number, perPage: number) {
  const { summaries, total } = await summariesOf(db, accountId, { page, perPage });
  const data = summaries.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.state,
    lists: row.list_ids,
    created_at: row.created_at.toISOString(),
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
  }));
  return { data, next_page_url: page * perPage < total ? `?page=${page + 1}` : null };
}
