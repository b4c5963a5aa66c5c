import { hexOfUuid } from '../../../base/ids.ts';
import { packedDecoder } from '../../../http/packed.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { acceptBatch, acceptTogether, type VendorAccepted } from '../vendors/index.ts';
import { sendgridKey } from './credential.ts';
import { addUnsubscribed, listEntries, LISTS, readEntry, removeEntries, removeEntry, type List } from './lists.ts';
import { addToGroup, groupsOf, listGroup, removeFromGroup } from './groups.ts';
import { groupIn } from './unsubscribe.ts';
import { mailsOf, type Mails } from './mails.ts';
import { withTemplate } from './with-template.ts';
import { BASES } from './paths.ts';
import { anyBody, anyQuery, type SendgridParts } from './route-parts.ts';
import { readMailRequest } from './send-request.ts';
import { templateRoutes } from './template-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** SendGrid's scopes that correspond to each of our scopes. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  'transactional:send': ['mail.send'],
  'transactional:read': ['suppression.read'],
  'transactional:manage': ['suppression.read', 'suppression.create', 'suppression.delete'],
};

const SEND = 'transactional:send';
const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

/** Maximum size of a request body in bytes, as in SendGrid. */
const MAX_BODY_BYTES = 30 * 1024 * 1024;

/** Accepts compressed bodies as SendGrid does, because Go clients can be configured to send them. */
const decoder = packedDecoder(MAX_BODY_BYTES);

const COMMON = { keyOf: sendgridKey } as const;

/** Returns the routes for SendGrid's clients, both under the prefix and at the root. */
export function sendgridRoutes(parts: SendgridParts): Route[] {
  // Safe cast: these are the table's own keys.
  const lists = Object.keys(LISTS) as List[];
  return BASES.flatMap((base) =>
    [
      sendRoutes(parts, base),
      lists.flatMap((list) => listRoutes(parts, `${base}/v3/suppression/${list}`, list)),
      globalRoutes(parts, `${base}/v3/asm/suppressions/global`),
      groupRoutes(parts, `${base}/v3/asm`),
      templateRoutes(parts, base),
      webhookRoutes(parts, base),
    ].flat(),
  );
}

function sendRoutes(parts: SendgridParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      isForDomainKeys: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      decoder,
      method: 'POST',
      path: `${base}/v3/mail/send`,
      summary: 'Send messages (SendGrid API)',
      scope: SEND,
      body: anyBody,
      async handle({ body, principal }) {
        await parts.requireAdapter(principal, 'sendgrid');
        const bodies = await withTemplate(parts, principal.accountId, body);
        const requests = bodies.map((each) => readMailRequest(each, parts.clock.now()));
        const accepted = await acceptAll(parts, principal, requests.map(mailsOf));
        // Clients check for exactly this status, and for the header X-Message-Id.
        const headers = { 'x-message-id': hexOfUuid(accepted?.id ?? '') };
        return { status: requests[0]?.isTest ? 200 : 202, body: undefined, headers };
      },
    }),
    route({
      ...COMMON,
      isForDomainKeys: true,
      method: 'GET',
      path: `${base}/v3/scopes`,
      summary: 'List the scopes of the API key (SendGrid API)',
      scope: [SEND, READ, MANAGE],
      async handle({ principal }) {
        await parts.requireAdapter(principal, 'sendgrid');
        return { status: 200, body: { scopes: scopesOf(principal) } };
      },
    }),
  ];
}

/** Accepts the emails of a request, and returns the first. Separate messages are accepted together or not at all. */
async function acceptAll(
  parts: SendgridParts,
  principal: Principal,
  all: readonly Mails[],
): Promise<VendorAccepted | undefined> {
  const singles = all.flatMap((mails) => (mails.kind === 'singles' ? mails.singles : []));
  const accepted = singles.length > 0 ? [...(await acceptTogether(parts, principal, singles))] : [];
  for (const mails of all) if (mails.kind === 'batch') accepted.push(await acceptBatch(parts, principal, mails.batch));
  return accepted[0];
}

/** Returns a handler that first checks whether the account may use the SendGrid adapter. */
function answering<Body, Query>(
  { requireAdapter }: SendgridParts,
  handle: (request: RouteRequest<Body, Query>, accountId: number) => Promise<Reply>,
) {
  return async (request: RouteRequest<Body, Query>): Promise<Reply> => {
    await requireAdapter(request.principal, 'sendgrid');
    return handle(request, request.principal.accountId);
  };
}

const NOTHING = { status: 204, body: undefined } as const;

/**
 * Returns the routes for a suppression list. The lists belong to the whole account, so keys that are restricted to a
 * domain cannot access the lists.
 */
function listRoutes(parts: SendgridParts, path: string, list: List): Route[] {
  const addressIn = ({ params }: Pick<RouteRequest<unknown, unknown>, 'params'>): string => params['email'] ?? '';
  return [
    route({
      ...COMMON,
      method: 'GET',
      path,
      summary: `List ${list} (SendGrid API)`,
      scope: [READ, MANAGE],
      query: anyQuery,
      handle: answering(parts, async ({ query }, accountId) => ({
        status: 200,
        body: await listEntries(parts, accountId, list, query),
      })),
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path,
      summary: `Remove addresses from ${list} (SendGrid API)`,
      scope: MANAGE,
      body: anyBody,
      handle: answering(parts, async ({ body }, accountId) => {
        await removeEntries(parts, accountId, list, body);
        return NOTHING;
      }),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/:email`,
      summary: `Retrieve an entry from ${list} (SendGrid API)`,
      scope: [READ, MANAGE],
      handle: answering(parts, async (request, accountId) => ({
        status: 200,
        body: await readEntry(parts, accountId, list, addressIn(request)),
      })),
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path: `${path}/:email`,
      summary: `Remove an address from ${list} (SendGrid API)`,
      scope: MANAGE,
      handle: answering(parts, async (request, accountId) => {
        await removeEntry(parts, accountId, list, addressIn(request));
        return NOTHING;
      }),
    }),
  ];
}

/** Returns the routes for global unsubscribes. SendGrid's other unsubscribe list has the same contents. */
function globalRoutes(parts: SendgridParts, path: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'POST',
      path,
      summary: 'Add global unsubscribes (SendGrid API)',
      scope: MANAGE,
      body: anyBody,
      handle: answering(parts, async ({ body }, accountId) => ({
        status: 201,
        body: await addUnsubscribed(parts, accountId, body),
      })),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/:email`,
      summary: 'Check for a global unsubscribe (SendGrid API)',
      scope: [READ, MANAGE],
      handle: answering(parts, async ({ params }, accountId) => {
        const email = params['email'] ?? '';
        const [entry] = await readEntry(parts, accountId, 'unsubscribes', email);
        return { status: 200, body: entry ? { recipient_email: email } : {} };
      }),
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path: `${path}/:email`,
      summary: 'Remove a global unsubscribe (SendGrid API)',
      scope: MANAGE,
      handle: answering(parts, async ({ params }, accountId) => {
        await removeEntry(parts, accountId, 'unsubscribes', params['email'] ?? '');
        return NOTHING;
      }),
    }),
  ];
}

/** Returns the routes for the suppressions of unsubscribe groups. Groups do not need to be created first. */
function groupRoutes(parts: SendgridParts, path: string): Route[] {
  const groupOf = ({ params }: Pick<RouteRequest<unknown, unknown>, 'params'>): string =>
    groupIn(params['group'], 'group_id');
  const list = `${path}/groups/:group/suppressions`;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: list,
      summary: 'List the addresses unsubscribed from a group (SendGrid API)',
      scope: [READ, MANAGE],
      handle: answering(parts, async (request, accountId) => ({
        status: 200,
        body: await listGroup(parts, accountId, groupOf(request)),
      })),
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: list,
      summary: 'Unsubscribe addresses from a group (SendGrid API)',
      scope: MANAGE,
      body: anyBody,
      handle: answering(parts, async (request, accountId) => ({
        status: 201,
        body: await addToGroup(parts, accountId, groupOf(request), request.body),
      })),
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path: `${list}/:email`,
      summary: 'Resubscribe an address to a group (SendGrid API)',
      scope: MANAGE,
      handle: answering(parts, async (request, accountId) => {
        await removeFromGroup(parts, accountId, groupOf(request), request.params['email'] ?? '');
        return NOTHING;
      }),
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/suppressions/:email`,
      summary: 'List the groups that an address is unsubscribed from (SendGrid API)',
      scope: [READ, MANAGE],
      handle: answering(parts, async ({ params }, accountId) => ({
        status: 200,
        body: await groupsOf(parts, accountId, params['email'] ?? ''),
      })),
    }),
  ];
}

/**
 * Returns the SendGrid names for the caller's scopes. Keys that are restricted to a domain cannot access the
 * suppression list.
 */
function scopesOf({ domain, scopes }: Principal): string[] {
  const all = [...scopes].flatMap((scope) => SCOPES[scope] ?? []);
  return [...new Set(all)].filter((scope) => domain === undefined || scope.startsWith('mail.')).toSorted();
}
