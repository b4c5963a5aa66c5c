import { ACCOUNT_READ_SCOPES, ACCOUNT_SCOPE } from '../../../../http/account/scopes.ts';
import { route, type Route, type RouteSpec } from '../../../../http/route.ts';
import {
  changeBroadcast,
  createBroadcast,
  presentBroadcast,
  presentSummary,
  sendBroadcast,
  type Broadcast,
} from './broadcasts.ts';
import { bodyOf } from './native.ts';
import { besideCursor, listed, pathId, readCursor, shownObjectId } from './objects.ts';
import { anyBody, anyQuery, MAX_CONTENT_BYTES, type AccountParts } from './parts.ts';

/** Returns the routes for broadcasts, which are campaigns in Postrider. */
export function broadcastRoutes(parts: AccountParts, base: string): Route[] {
  const path = `${base}/broadcasts`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a broadcast',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_CONTENT_BYTES,
      body: anyBody,
      async handle(request) {
        const id = await createBroadcast(parts, request, request.body);
        return { status: 201, body: { object: 'broadcast', id: shownObjectId('broadcast', id) } };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List broadcasts',
      scope: ACCOUNT_READ_SCOPES,
      query: anyQuery,
      async handle({ principal, query }) {
        const cursor = readCursor('broadcast', query);
        const rows = await besideCursor(cursor, (page) => parts.broadcasts(principal.accountId, page));
        return { status: 200, body: listed(rows, cursor, presentSummary) };
      },
    }),
    ...objectRoutes(parts, `${path}/:broadcast`),
    ...sendingRoutes(parts, `${path}/:broadcast`),
  ];
}

function objectRoutes(parts: AccountParts, path: string): Route[] {
  const { native, topics } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a broadcast',
      scope: ACCOUNT_READ_SCOPES,
      async handle(request) {
        const params = { id: pathId('broadcast', request.params['broadcast']) };
        const found = await bodyOf<Broadcast>(native, request, 'GET /campaigns/:id', { params });
        const topicId = await topics.ofBroadcast(request.principal.accountId, found.id);
        return { status: 200, body: presentBroadcast(found, topicId) };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a broadcast',
      scope: ACCOUNT_SCOPE,
      bodyLimitBytes: MAX_CONTENT_BYTES,
      body: anyBody,
      async handle(request) {
        const { broadcast } = request.params;
        await changeBroadcast(parts, request, pathId('broadcast', broadcast), request.body);
        return { status: 200, body: { object: 'broadcast', id: broadcast } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a broadcast',
      scope: ACCOUNT_SCOPE,
      async handle(request) {
        const { broadcast } = request.params;
        const params = { id: pathId('broadcast', broadcast) };
        const { scheduled_at: scheduledAt, status } = await bodyOf<Broadcast>(native, request, 'GET /campaigns/:id', {
          params,
        });
        // Clients expect that deleting a scheduled broadcast also cancels it.
        if (scheduledAt !== null && status === 'scheduled') {
          await bodyOf(native, request, 'PATCH /campaigns/:id', { params, body: { scheduled_at: null } });
        }
        await bodyOf(native, request, 'DELETE /campaigns/:id', { params });
        return { status: 200, body: { object: 'broadcast', id: broadcast, deleted: true } };
      },
    }),
  ];
}

function sendingRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  const posting = (
    name: string,
    summary: string,
    run: (...given: Parameters<RouteSpec<unknown, undefined>['handle']>) => Promise<string | undefined>,
  ) =>
    route({
      method: 'POST',
      path: `${path}/${name}`,
      summary,
      scope: ACCOUNT_SCOPE,
      body: anyBody,
      handle: async (request) => ({ status: 200, body: { object: 'broadcast', id: await run(request) } }),
    });
  return [
    posting('send', 'Send or schedule a broadcast', async (request) => {
      const { broadcast } = request.params;
      await sendBroadcast(parts, request, pathId('broadcast', broadcast), request.body);
      return broadcast;
    }),
    posting('cancel', 'Cancel a scheduled broadcast', async (request) => {
      const { broadcast } = request.params;
      const params = { id: pathId('broadcast', broadcast) };
      await bodyOf(native, request, 'PATCH /campaigns/:id', { params, body: { scheduled_at: null } });
      return broadcast;
    }),
    posting('duplicate', 'Duplicate a broadcast', async (request) => {
      const params = { id: pathId('broadcast', request.params['broadcast']) };
      const { id } = await bodyOf<Broadcast>(native, request, 'POST /campaigns/:id/duplicate', { params });
      return shownObjectId('broadcast', id);
    }),
  ];
}
