import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { isObject } from '../absent.ts';
import { addContact, changeContact, contactNamed, presentContact, presentContactInFull } from './contacts.ts';
import { bodyOf } from './native.ts';
import { beside, listed, nativeId, noSuch, pathId, readCursor, shownObjectId } from './objects.ts';
import { anyBody, anyQuery, type AccountParts } from './parts.ts';
import { propertiesOf } from './properties.ts';
import { topicChoices } from './topics.ts';
import { presentSegment, type List } from './segments.ts';

/** Returns the routes for contacts. Older clients use the paths that contain a segment. */
export function contactRoutes(parts: AccountParts, base: string): Route[] {
  const inAudience = `${base}/audiences/:segment/contacts`;
  return [
    ...[`${base}/contacts`, inAudience, `${base}/segments/:segment/contacts`].map((path) => listRoute(parts, path)),
    ...[`${base}/contacts`, inAudience].map((path) => createRoute(parts, path)),
    ...[`${base}/contacts/:contact`, `${inAudience}/:contact`].flatMap((path) => objectRoutes(parts, path)),
    ...memberRoutes(parts, `${base}/contacts/:contact/segments`),
  ];
}

function createRoute(parts: AccountParts, path: string): Route {
  return route({
    method: 'POST',
    path,
    summary: 'Create a contact',
    scope: ACCOUNT_SCOPE,
    body: anyBody,
    async handle(request) {
      const { segment } = request.params;
      const listId = segment === undefined ? undefined : Number(pathId('segment', segment));
      const { accountId } = request.principal;
      const choices = await topicChoices(parts, accountId, isObject(request.body) ? request.body : {});
      const { id } = await addContact(parts, request, request.body, listId);
      await parts.topics.choose(accountId, id, choices);
      return { status: 201, body: { object: 'contact', id: shownObjectId('contact', id) } };
    },
  });
}

function listRoute({ contactsBeside, native }: AccountParts, path: string): Route {
  return route({
    method: 'GET',
    path,
    summary: 'List contacts',
    scope: ACCOUNT_READ_SCOPES,
    query: anyQuery,
    async handle(request) {
      const cursor = readCursor('contact', request.query);
      const given = request.params['segment'] ?? request.query['segment_id'];
      if (given !== undefined && nativeId('segment', given) === undefined) throw noSuch('segment');
      const listId = nativeId('segment', given);
      if (listId !== undefined) await bodyOf(native, request, 'GET /lists/:id', { params: { id: String(listId) } });
      const rows = await contactsBeside(request.principal.accountId, listId, cursor);
      return { status: 200, body: listed(rows, cursor, presentContact) };
    },
  });
}

function objectRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a contact',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const contact = await contactNamed(parts, request, request.params['contact']);
        return { status: 200, body: presentContactInFull(contact, await propertiesOf(parts, request)) };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a contact',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const contact = await contactNamed(parts, request, request.params['contact']);
        await changeContact(parts, request, contact, request.body);
        return { status: 200, body: { object: 'contact', id: shownObjectId('contact', contact.id) } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a contact',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const { id } = await contactNamed(parts, request, request.params['contact']);
        await bodyOf(native, request, 'DELETE /contacts/:id', { params: { id: String(id) } });
        return { status: 200, body: { object: 'contact', contact: shownObjectId('contact', id), deleted: true } };
      },
    }),
  ];
}

function memberRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'List the segments of a contact',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('segment', request.query);
        const { lists } = await contactNamed(parts, request, request.params['contact']);
        const found: List[] = [];
        for (const { id } of beside(lists, cursor)) {
          found.push(await bodyOf<List>(native, request, 'GET /lists/:id', { params: { id: String(id) } }));
        }
        return { status: 200, body: listed(found, cursor, presentSegment) };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/:segment`,
      summary: 'Add a contact to a segment',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = { list_id: pathId('segment', request.params['segment']) };
        const { id } = await contactNamed(parts, request, request.params['contact']);
        await bodyOf(native, request, 'POST /lists/:list_id/contacts', { params, body: { contact_id: id } });
        return { status: 200, body: { id: request.params['segment'] } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:segment`,
      summary: 'Remove a contact from a segment',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const { segment } = request.params;
        const { id } = await contactNamed(parts, request, request.params['contact']);
        const params = { list_id: pathId('segment', segment), contact_id: String(id) };
        await bodyOf(native, request, 'DELETE /lists/:list_id/contacts/:contact_id', { params });
        return { status: 200, body: { id: segment, audienceId: segment, deleted: true } };
      },
    }),
  ];
}
