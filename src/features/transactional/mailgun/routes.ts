import { Type } from 'typebox';
import { Refusal } from '../../../base/refusal.ts';
import { formDecoder, type FormBody } from '../../../http/form-parts.ts';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { findDomain } from '../../sending/domains/index.ts';
import {
  acceptBatch,
  acceptSingle,
  requireKeyOfDomain,
  type RequireSurface,
  type VendorParts,
} from '../vendors/index.ts';
import { isObject } from '../compat/index.ts';
import { basicKey } from './credential.ts';
import { firstPage } from './event-query.ts';
import { listEvents } from './events.ts';
import { readFields } from './fields.ts';
import { messageIdOf } from './ids.ts';
import { listLogs, logsPage } from './logs.ts';
import { readMimeRequest } from './mime.ts';
import { decodePage } from './page-token.ts';
import { BASES } from './paths.ts';
import { readRequest } from './request.ts';
import { addEntries, listEntries, LISTS, readEntry, removeEntry, type List } from './suppressions.ts';

const SEND = 'transactional:send';
const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

/** As the vendor takes: 25 MB, and what a form makes of it. A batch for a thousand has some twenty fields beside them. */
const MAX_BODY_BYTES = 26 * 1024 * 1024;
const LIMITS = { parts: 1_200, fieldBytes: 8 * 1024 * 1024, bodyBytes: MAX_BODY_BYTES };
const decoder = formDecoder(LIMITS);

/** What the surface works on. */
export interface MailgunParts extends VendorParts {
  readonly requireSurface: RequireSurface;
  /** Public base address without a slash at its end. */
  readonly baseUrl: () => string;
}

/** The routes for Mailgun's clients, under a prefix and at the root. */
export function mailgunRoutes(parts: MailgunParts): Route[] {
  return BASES.flatMap((base) =>
    [
      messageRoutes(parts, base),
      eventRoutes(parts, base),
      LISTS.flatMap((list) => listRoutes(parts, base, list)),
    ].flat(),
  );
}

/** What all these routes have in common. */
const COMMON = { isForDomainKeys: true, keyOf: basicKey, decoder, bodyLimitBytes: MAX_BODY_BYTES } as const;

/** A form, or nothing; what came in the query stands in no form of these clients. */
const formBody: Parser<FormBody> = {
  schema: Type.Unknown(),
  parse(given) {
    if (!isObject(given) || !Array.isArray(given['parts'])) return { parts: [] };
    // Made by the decoder of these routes.
    return given as unknown as FormBody;
  },
};

const anyQuery: Parser<Record<string, unknown>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};

function messageRoutes(parts: MailgunParts, base: string): Route[] {
  return [
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/v3/:domain/messages`,
      summary: 'Send a message or a batch, for clients of Mailgun',
      scope: SEND,
      body: formBody,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const read = readRequest(readFields(request.body.parts), domain, parts.clock.now());
        const { principal } = request;
        const { id } =
          read.kind === 'batch'
            ? await acceptBatch(parts, principal, read.batch)
            : await acceptSingle(parts, principal, read.single);
        return queued(id, domain);
      },
    }),
    route({
      ...COMMON,
      method: 'POST',
      path: `${base}/v3/:domain/messages.mime`,
      summary: 'Send a message in MIME, for clients of Mailgun',
      scope: SEND,
      body: formBody,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const form = request.body.parts;
        const single = await readMimeRequest(readFields(form), form, domain, parts.clock.now());
        const { id } = await acceptSingle(parts, request.principal, single);
        return queued(id, domain);
      },
    }),
  ];
}

/** Clients look for exactly this: another status, or another beginning of the message, is a failure to them. */
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
      summary: 'What became of messages, for clients of Mailgun',
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
      summary: 'A page of what became of messages, for clients of Mailgun',
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
      summary: 'What became of messages of all domains, for clients of Mailgun',
      scope: READ,
      body: formBody,
      async handle({ body, principal }) {
        await parts.requireSurface(principal, 'mailgun');
        const page = logsPage(body.json, principal.domain, clock.now());
        return { status: 200, body: await listLogs(db, principal.accountId, page) };
      },
    }),
  ];
}

/** The lists are the whole account's, so that no key of one domain reaches them. */
function listRoutes(parts: MailgunParts, base: string, list: List): Route[] {
  const common = { ...COMMON, isForDomainKeys: false } as const;
  const path = `${base}/v3/:domain/${list}`;
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: `List ${list}, for clients of Mailgun`,
      scope: [READ, MANAGE],
      query: anyQuery,
      async handle(request) {
        const domain = await domainOf(parts, request);
        const addressOf = (query: string): string => `${parts.baseUrl()}${base}/v3/${domain}/${list}?${query}`;
        return {
          status: 200,
          body: await listEntries(parts, request.principal.accountId, list, request.query, addressOf),
        };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path,
      summary: `Add to ${list}, for clients of Mailgun`,
      scope: MANAGE,
      body: formBody,
      async handle(request) {
        await domainOf(parts, request);
        return { status: 200, body: await addEntries(parts, request.principal.accountId, list, request.body) };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/:address`,
      summary: `Read one of ${list}, for clients of Mailgun`,
      scope: [READ, MANAGE],
      async handle(request) {
        await domainOf(parts, request);
        const address = request.params['address'] ?? '';
        return { status: 200, body: await readEntry(parts, request.principal.accountId, list, address) };
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${path}/:address`,
      summary: `Take off ${list}, for clients of Mailgun`,
      scope: MANAGE,
      async handle(request) {
        await domainOf(parts, request);
        const address = request.params['address'] ?? '';
        return { status: 200, body: await removeEntry(parts, request.principal.accountId, list, address) };
      },
    }),
  ];
}

/** The domain in the path, which must be the account's, and the key's. Throws not_found as Mailgun does, or insufficient_scope. */
async function domainOf(
  { db, requireSurface, sandboxDomain }: MailgunParts,
  { params, principal }: Pick<RouteRequest<unknown, unknown>, 'params'> & { readonly principal: Principal },
): Promise<string> {
  await requireSurface(principal, 'mailgun');
  const domain = (params['domain'] ?? '').toLowerCase();
  requireKeyOfDomain(principal, domain);
  if (domain === sandboxDomain || (await findDomain(db, principal.accountId, domain))) return domain;
  throw new Refusal('not_found', {
    message: `Domain not found: ${domain}.`,
    fix: 'Name a domain of this account; the dashboard lists them under Domains.',
  });
}
