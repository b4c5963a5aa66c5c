import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { objectIdOf, ownObject } from '../../../http/account/object-id.ts';
import { offsetOf, page } from '../../../http/account/page.ts';
import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../http/account/scopes.ts';
import { route, type Route } from '../../../http/route.ts';
import { pageOfConsents } from '../contacts/index.ts';
import { writePerson } from './data.ts';
import { eraseAddress, eraseContact, readErasure, type RequestParts } from './request.ts';
import { contactAnywhere, contactById } from './request-queries.ts';
import { privacyDocs } from './route-docs.ts';
import { consentsQuery, erasureRequest } from './schema.ts';

/** Dependencies of the privacy routes. */
export interface PrivacyParts extends RequestParts {
  readonly clock: Clock;
}

/** Returns the routes that export and erase the data of a person. */
export function privacyRoutes(parts: PrivacyParts, baseUrl: () => string): Route[] {
  return [...readingRoutes(parts, baseUrl), ...erasingRoutes(parts)];
}

function readingRoutes(parts: PrivacyParts, baseUrl: () => string): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: '/contacts/:id/consents',
      summary: 'List the consents of a contact',
      scope: ACCOUNT_READ_SCOPES,
      query: consentsQuery,
      doc: privacyDocs.consents,
      async handle({ principal: { accountId }, params, query }) {
        const { id } = await ownContact(db, accountId, params['id']);
        const bounds = { limit: query.perPage, offset: offsetOf(query) };
        const { data, total } = await pageOfConsents(db, accountId, id, bounds);
        const url = `${baseUrl()}/contacts/${id}/consents`;
        return { status: 200, body: page({ data, total, request: query, url }) };
      },
    }),
    route({
      method: 'GET',
      path: '/contacts/:id/data',
      summary: 'Export the data of a contact',
      scope: ACCOUNT_READ_SCOPES,
      doc: privacyDocs.data,
      async handle({ principal: { accountId }, params }) {
        const { email: address, id: contactId } = await ownContact(db, accountId, params['id']);
        return {
          status: 200,
          body: undefined,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="contact-${contactId}.json"`,
          },
          stream: async (output) => writePerson(parts, { accountId, contactId, address }, output),
        };
      },
    }),
  ];
}

function erasingRoutes(parts: PrivacyParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/contacts/:id/erase',
      summary: 'Erase a contact',
      scope: ACCOUNT_SCOPE,
      body: erasureRequest,
      doc: privacyDocs.eraseContact,
      handle: async ({ principal, params, body }) => ({
        status: 202,
        body: await eraseContact(parts, principal, objectIdOf(params['id']), body.email),
      }),
    }),
    route({
      method: 'POST',
      path: '/privacy/erase',
      summary: 'Erase an address',
      scope: ACCOUNT_SCOPE,
      body: erasureRequest,
      doc: privacyDocs.eraseAddress,
      handle: async ({ principal, body }) => ({
        status: 202,
        body: await eraseAddress(parts, principal, body.email),
      }),
    }),
    route({
      method: 'GET',
      path: '/privacy/erasures/:id',
      summary: 'Get an erasure',
      scope: ACCOUNT_READ_SCOPES,
      doc: privacyDocs.erasure,
      handle: async ({ principal, params }) => ({
        status: 200,
        body: await readErasure(parts, principal.accountId, params['id'] ?? ''),
      }),
    }),
  ];
}

/**
 * Returns a contact of the account, including a deleted one. Throws forbidden if the contact belongs to another
 * account, and not_found if it does not exist.
 */
async function ownContact(db: Db, accountId: number, given: string | undefined) {
  const id = objectIdOf(given);
  const [found] = await contactById(db, accountId, id);
  return ownObject(found, async () => contactAnywhere(db, id));
}
