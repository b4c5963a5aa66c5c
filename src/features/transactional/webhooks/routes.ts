import type { UrlPolicy } from '../../../http/outgoing/url.ts';
import { knownFieldsOnly } from '../../../http/known-fields.ts';
import { route, type Route } from '../../../http/route.ts';
import { webhookDocs } from './route-docs.ts';
import { rotationRequest, webhookRequest } from './schema.ts';
import { activateSecret, readWebhook, removeWebhook, rotateSecret, setWebhook, type WebhookParts } from './settings.ts';
import { verifyRequest, verifyReceivedRequest } from './verify-request.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';

/** Returns the routes for the webhook's settings and secrets. */
export function webhookRoutes(parts: WebhookParts & { readonly urlPolicy: UrlPolicy }): Route[] {
  return [...settingRoutes(parts, parts.urlPolicy), ...secretRoutes(parts)];
}

function settingRoutes(parts: WebhookParts, urlPolicy: UrlPolicy): Route[] {
  return [
    route({
      method: 'GET',
      path: '/transactional/webhook',
      summary: 'Retrieve the webhook',
      scope: [READ, MANAGE],
      doc: webhookDocs.read,
      handle: async ({ principal }) => ({ status: 200, body: await readWebhook(parts, principal.accountId) }),
    }),
    route({
      method: 'PATCH',
      path: '/transactional/webhook',
      summary: 'Create or update the webhook',
      scope: MANAGE,
      body: knownFieldsOnly(webhookRequest(urlPolicy)),
      doc: webhookDocs.set,
      async handle({ principal, body }) {
        const { isNew, webhook } = await setWebhook(parts, principal, body);
        return { status: isNew ? 201 : 200, body: webhook };
      },
    }),
    route({
      method: 'DELETE',
      path: '/transactional/webhook',
      summary: 'Delete the webhook',
      scope: MANAGE,
      doc: webhookDocs.remove,
      async handle({ principal }) {
        await removeWebhook(parts, principal);
        return { status: 200, body: { message: 'The webhook was deleted.' } };
      },
    }),
  ];
}

function secretRoutes(parts: WebhookParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/transactional/webhook/rotate-secret',
      summary: 'Rotate the webhook secret',
      scope: MANAGE,
      body: knownFieldsOnly(rotationRequest),
      doc: webhookDocs.rotate,
      handle: async ({ principal, body }) => ({
        status: 200,
        body: await rotateSecret(parts, principal, body.secret),
      }),
    }),
    route({
      method: 'POST',
      path: '/transactional/webhook/activate-secret',
      summary: 'Activate the new webhook secret',
      scope: MANAGE,
      doc: webhookDocs.activate,
      handle: async ({ principal }) => ({ status: 200, body: await activateSecret(parts, principal) }),
    }),
    route({
      method: 'POST',
      path: '/transactional/webhook/verify',
      summary: 'Diagnose a webhook signature',
      scope: [READ, MANAGE],
      body: verifyRequest(parts.clock),
      doc: webhookDocs.verify,
      handle: async ({ principal, body }) => ({
        status: 200,
        body: await verifyReceivedRequest(parts, principal.accountId, body),
      }),
    }),
  ];
}
