import type { Log } from '../../../base/log.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { isObject } from '../resend/index.ts';
import type { HookParts, RequireAdapter, VendorParts } from '../vendors/index.ts';
import { acceptMail } from './accept.ts';
import { presentAccount } from './account.ts';
import { sendBulk } from './bulk.ts';
import { readBulk } from './bulk-request.ts';
import { readContact, updateContact } from './contacts.ts';
import { destinationRoutes } from './destination-routes.ts';
import { requestKeyOf } from './mail.ts';
import { BASES, V2 } from './paths.ts';
import { listEmailIdentities, readEmailIdentity } from './identities.ts';
import { queryRoute } from './query-route.ts';
import { readSendEmail } from './send-request.ts';
import { templateFiller } from './stored-template.ts';
import { requireSender } from './sender.ts';
import { anyBody, anyQuery, answer, commonOf, type Common } from './route-parts.ts';
import type { SignerParts } from './signer.ts';
import { templateRoutes } from './template-routes.ts';
import { listEntries, addEntry, readEntry, removeEntry } from './suppressions.ts';

const SEND = 'transactional:send';
const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

/** Dependencies of the adapter. */
export interface SesParts extends VendorParts, SignerParts, HookParts {
  readonly requireAdapter: RequireAdapter;
  readonly log: Log;
}

/** Returns the routes for clients of both APIs of Amazon SES, both under the prefix and at the root. */
export function sesRoutes(parts: SesParts): Route[] {
  const common = commonOf(parts);
  return BASES.flatMap((base) =>
    [
      sendRoutes(parts, common, `${base}${V2}`),
      accountRoute(parts, common, `${base}${V2}`),
      identityRoutes(parts, common, `${base}${V2}`),
      destinationRoutes(parts, common, `${base}${V2}`),
      templateRoutes(parts, common, `${base}${V2}`),
      listRoutes(parts, common, `${base}${V2}/suppression/addresses`),
      contactRoutes(parts, common, `${base}${V2}/contact-lists/:list/contacts/:address`),
      queryRoute(parts, base === '' ? '/' : base),
    ].flat(),
  );
}

function sendRoutes(parts: SesParts, common: Common, home: string): Route[] {
  const { requireAdapter } = parts;
  return [
    route({
      ...common,
      isForDomainKeys: true,
      method: 'POST',
      path: `${home}/outbound-emails`,
      summary: 'Send a message (Amazon SES API)',
      scope: SEND,
      body: anyBody,
      async handle({ body, headers, principal, requestId }) {
        await requireAdapter(principal, 'ses');
        await requireSender(parts, principal, isObject(body) ? body['FromEmailAddress'] : undefined);
        const key = requestKeyOf(headers['amz-sdk-invocation-id']);
        const mail = await readSendEmail(body, key, templateFiller(parts, principal.accountId));
        return answer({ MessageId: await acceptMail(parts, principal, mail) }, requestId);
      },
    }),
    route({
      ...common,
      isForDomainKeys: true,
      method: 'POST',
      path: `${home}/outbound-bulk-emails`,
      summary: 'Send bulk emails from a template (Amazon SES API)',
      scope: SEND,
      body: anyBody,
      async handle({ body, headers, principal, problem, requestId }) {
        await requireAdapter(principal, 'ses');
        const key = requestKeyOf(headers['amz-sdk-invocation-id']);
        const entries = readBulk(body, key, templateFiller(parts, principal.accountId));
        const results = await sendBulk(parts, principal, entries, problem);
        return answer({ BulkEmailEntryResults: results }, requestId);
      },
    }),
  ];
}

function accountRoute({ requireAdapter }: SesParts, common: Common, home: string): Route {
  return route({
    ...common,
    method: 'GET',
    path: `${home}/account`,
    summary: 'Retrieve the sending quota (Amazon SES API)',
    scope: READ,
    async handle({ principal, requestId }) {
      await requireAdapter(principal, 'ses');
      return answer(presentAccount(principal), requestId);
    },
  });
}

/**
 * Returns the identity routes. Older clients send the page parameters in the query string, newer clients in the body.
 */
function identityRoutes({ db, requireAdapter }: SesParts, common: Common, home: string): Route[] {
  const shared = {
    ...common,
    isForDomainKeys: true,
    summary: 'List domains (Amazon SES API)',
    scope: [READ, SEND, MANAGE],
  } as const;
  return [
    route({
      ...shared,
      method: 'GET',
      path: `${home}/identities`,
      query: anyQuery,
      async handle({ principal, query, requestId }) {
        await requireAdapter(principal, 'ses');
        return answer(await listEmailIdentities(db, principal, query), requestId);
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${home}/identities/:identity`,
      summary: 'Retrieve a domain (Amazon SES API)',
      async handle({ params, principal, requestId }) {
        await requireAdapter(principal, 'ses');
        return answer(await readEmailIdentity(db, principal, params['identity'] ?? ''), requestId);
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${home}/list-identities`,
      body: anyBody,
      async handle({ body, principal, requestId }) {
        await requireAdapter(principal, 'ses');
        return answer(await listEmailIdentities(db, principal, isObject(body) ? body : {}), requestId);
      },
    }),
  ];
}

/**
 * Returns the routes for the suppression list. The list belongs to the whole account, so keys that are restricted to a
 * domain cannot access the list.
 */
function listRoutes(parts: SesParts, common: Common, path: string): Route[] {
  const answering =
    <Body, Query>(read: (request: RouteRequest<Body, Query>, accountId: number) => Promise<object>) =>
    async (request: RouteRequest<Body, Query>): Promise<Reply> => {
      await parts.requireAdapter(request.principal, 'ses');
      return answer(await read(request, request.principal.accountId), request.requestId);
    };
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'List suppressed addresses (Amazon SES API)',
      scope: [READ, MANAGE],
      query: anyQuery,
      handle: answering(async ({ query }, accountId) => listEntries(parts, accountId, query)),
    }),
    route({
      ...common,
      // The server also answers PUT for PATCH routes, and these clients send PUT.
      method: 'PATCH',
      path,
      summary: 'Suppress an address (Amazon SES API)',
      scope: MANAGE,
      body: anyBody,
      handle: answering(async ({ body }, accountId) => addEntry(parts, accountId, body)),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/:address`,
      summary: 'Retrieve a suppressed address (Amazon SES API)',
      scope: [READ, MANAGE],
      handle: answering(async ({ params }, accountId) => readEntry(parts, accountId, params['address'] ?? '')),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${path}/:address`,
      summary: 'Remove a suppressed address (Amazon SES API)',
      scope: MANAGE,
      handle: answering(async ({ params }, accountId) => removeEntry(parts, accountId, params['address'] ?? '')),
    }),
  ];
}

/** Returns the routes for the unsubscribed contacts of contact lists. */
function contactRoutes({ db, requireAdapter }: SesParts, common: Common, path: string): Route[] {
  const placeIn = ({ params }: Pick<RouteRequest<unknown, unknown>, 'params'>) => ({
    list: params['list'] ?? '',
    address: (params['address'] ?? '').toLowerCase(),
  });
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'Retrieve an unsubscribed contact (Amazon SES API)',
      scope: [READ, MANAGE],
      async handle(request) {
        await requireAdapter(request.principal, 'ses');
        const { principal, requestId } = request;
        return answer(await readContact(db, principal.accountId, placeIn(request)), requestId);
      },
    }),
    route({
      ...common,
      // The server also answers PUT for PATCH routes, and these clients send PUT.
      method: 'PATCH',
      path,
      summary: 'Unsubscribe or resubscribe a contact (Amazon SES API)',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        await requireAdapter(request.principal, 'ses');
        const { body, principal, requestId } = request;
        return answer(await updateContact(db, principal.accountId, placeIn(request), body), requestId);
      },
    }),
  ];
}
