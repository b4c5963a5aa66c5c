import { route, type Route } from '../../../http/route.ts';
import { anyBody, anyQuery, callerOf, COMMON, MANAGE, type PostmarkParts } from './route-parts.ts';
import { createWebhook, listWebhooks, readWebhook, removeWebhook, updateWebhook } from './webhooks.ts';

/** Where events are posted. What is answered holds the credentials that go with them: who only reads is not shown it. */
export function webhookRoutes(parts: PostmarkParts, base: string): Route[] {
  const common = { ...COMMON, scope: MANAGE } as const;
  const path = `${base}/webhooks`;
  return [
    route({
      ...common,
      method: 'GET',
      path,
      summary: 'List webhooks, for clients of Postmark',
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
      summary: 'Make a webhook, for clients of Postmark',
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
      summary: 'Read a webhook, for clients of Postmark',
      handle: async (request) => ({
        status: 200,
        body: await readWebhook(parts, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: `${path}/:id`,
      summary: 'Change a webhook, for clients of Postmark',
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
      summary: 'Remove a webhook, for clients of Postmark',
      handle: async (request) => ({
        status: 200,
        body: await removeWebhook(parts, await callerOf(parts, request), request.params['id'] ?? ''),
      }),
    }),
  ];
}
