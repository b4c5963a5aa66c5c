import { route, type Route } from '../../../http/route.ts';
import { anyBody, anyQuery, callerOf, COMMON, MANAGE, type PostmarkParts } from './route-parts.ts';
import { createWebhook, listWebhooks, readWebhook, removeWebhook, updateWebhook } from './webhooks.ts';

/**
 * Returns the webhook routes. The routes require the manage scope even for reading, because responses contain the
 * webhooks' credentials.
 */
export function webhookRoutes(parts: PostmarkParts, base: string): Route[] {
  const common = { ...COMMON, scope: MANAGE } as const;
  const path = `${base}/webhooks`;
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'List webhooks (Postmark API)',
      query: anyQuery,
      handle: async (request) => ({
        status: 200,
        body: await listWebhooks(parts, await callerOf(parts, request), request.query),
      }),
    }),
    route({
      ...common,
      method: 'POST',
      path,
      summary: 'Create a webhook (Postmark API)',
      body: anyBody,
      handle: async (request) => ({
        status: 200,
        body: await createWebhook(parts, await callerOf(parts, request), request.body),
      }),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/:id`,
      summary: 'Retrieve a webhook (Postmark API)',
      handle: async (request) => ({
        status: 200,
        body: await readWebhook(parts, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: `${path}/:id`,
      summary: 'Update a webhook (Postmark API)',
      body: anyBody,
      handle: async (request) => ({
        status: 200,
        body: await updateWebhook(parts, await callerOf(parts, request), request.params['id'] ?? '', request.body),
      }),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Delete a webhook (Postmark API)',
      handle: async (request) => ({
        status: 200,
        body: await removeWebhook(parts, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
  ];
}
