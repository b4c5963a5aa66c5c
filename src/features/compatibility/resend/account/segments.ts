import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route } from '../../../../http/route.ts';
import { objectOf, textOf } from '../../fields/index.ts';
import { bodyOf } from './native.ts';
import { besideCursor, listed, pathId, readCursor, shownObjectId, type NativePage } from './objects.ts';
import { SEGMENT } from './operations.ts';
import { anyBody, anyQuery, type AccountParts } from './parts.ts';

/** A list of contacts, as shown by Postrider's own API. */
export interface List {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
}

/**
 * Returns the routes for segments. A segment in this API is a list in Postrider, because contacts are added to it.
 * Older clients call segments audiences.
 */
export function segmentRoutes(parts: AccountParts, base: string): Route[] {
  return [
    ...collectionRoutes(parts, `${base}/segments`, 'segment'),
    ...collectionRoutes(parts, `${base}/audiences`, 'audience'),
  ];
}

function collectionRoutes({ native }: AccountParts, path: string, object: string): Route[] {
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a segment',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const body = { name: textOf(objectOf(request.body, '', SEGMENT.objects['']), 'name') ?? '' };
        const made = await bodyOf<List>(native, request, 'POST /lists', { body });
        return { status: 201, body: { object, ...withoutTime(made) } };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List segments',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle(request) {
        const cursor = readCursor('segment', request.query);
        const rows = await besideCursor(cursor, (query) =>
          bodyOf<NativePage<List>>(native, request, 'GET /lists', { query: { ...query } }),
        );
        return { status: 200, body: listed(rows, cursor, presentSegment) };
      },
    }),
    ...objectRoutes(native, path, object),
  ];
}

function objectRoutes(native: AccountParts['native'], path: string, object: string): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/:segment`,
      summary: 'Retrieve a segment',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const params = { id: pathId('segment', request.params['segment']) };
        const found = await bodyOf<List>(native, request, 'GET /lists/:id', { params });
        return { status: 200, body: { object, ...presentSegment(found) } };
      },
    }),
    route({
      method: 'PATCH',
      path: `${path}/:segment`,
      summary: 'Rename a segment',
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      async handle(request) {
        const params = { id: pathId('segment', request.params['segment']) };
        const body = { name: textOf(objectOf(request.body, '', SEGMENT.objects['']), 'name') ?? '' };
        const { id } = await bodyOf<List>(native, request, 'PATCH /lists/:id', { params, body });
        return { status: 200, body: { object, id: shownObjectId('segment', id) } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/:segment`,
      summary: 'Delete a segment',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const params = { id: pathId('segment', request.params['segment']) };
        await bodyOf(native, request, 'DELETE /lists/:id', { params });
        return { status: 200, body: { object, id: request.params['segment'], deleted: true } };
      },
    }),
  ];
}

/** Formats a list as a segment. */
export function presentSegment({ created_at, id, name }: List): object {
  return { id: shownObjectId('segment', id), name, created_at };
}

function withoutTime({ id, name }: List): object {
  return { id: shownObjectId('segment', id), name };
}
