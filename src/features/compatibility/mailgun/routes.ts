import type { Principal } from '../../../http/principal.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { acceptBatch, acceptSingle, acceptTogether } from '../vendors/index.ts';
import { domainRoutes } from './domain-routes.ts';
import { firstPage } from './event-query.ts';
import { listEvents } from './events.ts';
import { filesIn, readFields } from './fields.ts';
import { messageIdOf } from './ids.ts';
import { listLogs, logsPage } from './logs.ts';
import { readMimeRequest } from './mime.ts';
import { decodePage } from './page-token.ts';
import { BASES } from './paths.ts';
import { readRequest, type SendRequest } from './request.ts';
import {
  anyQuery,
  COMMON,
  domainOf,
  formBody,
  MANAGE,
  READ,
  SEND,
  sendingDomainOf,
  type MailgunParts,
} from './route-parts.ts';
import { addEntries, listEntries, LISTS, readEntry, removeEntry, type List } from './suppressions.ts';
import { templateRoutes } from './template-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { withTemplate } from './with-template.ts';

/** Returns the routes for Mailgun's clients, both under the prefix and at the root. */
export function mailgunRoutes(parts: MailgunParts): Route[] {
  return BASES.flatMap((base) =>
    [
      messageRoutes(parts, base),
      eventRoutes(parts, base),
      LISTS.flatMap((list) => listRoutes(parts, base, list)),
      domainRoutes(parts, base),
      templateRoutes(parts, base),
      webhookRoutes(parts, base),
    ].flat(),
  );
}

function messageRoutes(parts: MailgunParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/v3/:domain/messages`,
      summary: 'Send a message or a batch (Mailgun API)',
      scope: SEND,
      body: formBody,
      async handle(request) {
        const domain = await sendingDomainOf(parts, request);
        const read = readRequest(
          await withTemplate(parts, request.principal.accountId, readFields(request.body.parts)),
          filesIn(request.body.parts),
          domain,
          parts.clock.now(),
        );
        const { principal } = request;
        return queued(await accepted(parts, principal, read), domain);
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/v3/:domain/messages.mime`,
      summary: 'Send a MIME message (Mailgun API)',
      scope: SEND,
      body: formBody,
      async handle(request) {
        const domain = await sendingDomainOf(parts, request);
        const form = request.body.parts;
        const single = await readMimeRequest(readFields(form), form, domain, parts.clock.now());
        const { id } = await acceptSingle(parts, request.principal, single);
        return queued(id, domain);
      },
    }),
  ];
}

/** Accepts a request, and returns the ID of its batch or of its first message. */
async function accepted(parts: MailgunParts, principal: Principal, read: SendRequest): Promise<string> {
  if (read.kind === 'batch') return (await acceptBatch(parts, principal, read.batch)).id;
  if (read.kind === 'single') return (await acceptSingle(parts, principal, read.single)).id;
  const [first] = await acceptTogether(parts, principal, read.singles);
  if (!first) throw new Error('A send returned no result');
  return first.id;
}

/**
 * Returns the response to an accepted request. Clients check for exactly this status and for a message that starts with
 * these words. They treat anything else as a failure.
 */
function queued(id: string, domain: string): Reply {
  return { status: 200, body: { id: `<${messageIdOf(id, domain)}>`, message: 'Queued. Thank you.' } };
}

function eventRoutes(parts: MailgunParts, base: string): Route[] {
  const { baseUrl, clock, db } = parts;
  const addressOf = (domain: string) => (token: string) => `${baseUrl()}${base}/v3/${domain}/events/${token}`;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/v3/:domain/events`,
      summary: 'List events (Mailgun API)',
      scope: READ,
      query: anyQuery,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const page = firstPage(request.query, domain, clock.now());
        return { status: 200, body: await listEvents(db, request.principal.accountId, page, addressOf(domain)) };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${base}/v3/:domain/events/:token`,
      summary: 'List a page of events (Mailgun API)',
      scope: READ,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const page = decodePage(request.params['token'] ?? '', domain);
        return { status: 200, body: await listEvents(db, request.principal.accountId, page, addressOf(domain)) };
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/v1/analytics/logs`,
      summary: 'List the events of all domains (Mailgun API)',
      scope: READ,
      body: formBody,
      async handle({ body, principal }) {
        await parts.requireAdapter(principal, 'mailgun');
        const page = logsPage(body.json, principal.domain, clock.now());
        return { status: 200, body: await listLogs(db, principal.accountId, page) };
      },
    }),
  ];
}

/**
 * The suppression lists belong to the whole account. A key that is restricted to a domain can only read and delete
 * entries that were caused by email from that domain.
 */
function listRoutes(parts: MailgunParts, base: string, list: List): Route[] {
  const path = `${base}/v3/:domain/${list}`;
  return [
    route({
      ...COMMON,
      method: 'GET',
      path,
      summary: `List ${list} (Mailgun API)`,
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const addressOf = (query: string): string => `${parts.baseUrl()}${base}/v3/${domain}/${list}?${query}`;
        return {
          status: 200,
          body: await listEntries(parts, { ...request.principal, named: domain }, list, request.query, addressOf),
        };
      },
    }),
    route({
      ...COMMON,
      // Reject keys that are restricted to a domain, because new entries apply to email from all domains.
      isForDomainKeys: false,
      method: 'POST',
      path,
      summary: `Add addresses to ${list} (Mailgun API)`,
      scope: MANAGE,
      body: formBody,
      async handle(request) {
        const reach = { ...request.principal, named: await domainOf(parts, request) };
        return { status: 200, body: await addEntries(parts, reach, list, request.body) };
      },
    }),
    route({
      ...COMMON,
      method: 'GET',
      path: `${path}/:address`,
      summary: `Retrieve an entry from ${list} (Mailgun API)`,
      scope: [READ, MANAGE],
      async handle(request) {
        const reach = { ...request.principal, named: await domainOf(parts, request) };
        const address = request.params['address'] ?? '';
        return { status: 200, body: await readEntry(parts, reach, list, address) };
      },
    }),
    route({
      ...COMMON,
      method: 'DELETE',
      path: `${path}/:address`,
      summary: `Remove an address from ${list} (Mailgun API)`,
      scope: MANAGE,
      async handle(request) {
        const reach = { ...request.principal, named: await domainOf(parts, request) };
        const address = request.params['address'] ?? '';
        return { status: 200, body: await removeEntry(parts, reach, list, address) };
      },
    }),
  ];
}
