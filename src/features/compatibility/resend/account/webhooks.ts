import { Refusal } from '../../../../base/refusal.ts';
import { route, type Route } from '../../../../http/route.ts';
import { faultAt, objectOf, textOf, textsOf } from '../../fields/index.ts';
import { bodyOf, underNames, type CompatRequest } from './native.ts';
import { nativeId, noSuch, shownObjectId } from './objects.ts';
import { WEBHOOK } from './operations.ts';
import { anyBody, type AccountParts } from './parts.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';
const PATH = '/transactional/webhook';
/** Public ID of the webhook. An account has at most one. */
const ID = shownObjectId('webhook', 1);

/** The webhook, as shown by Postrider's own API. */
interface Webhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly enabled: boolean;
  readonly created_at: string;
  /** The secret is present only when the webhook is created and after a rotation. */
  readonly secret?: string;
}

/** Returns the routes for webhooks. An account has at most one webhook. */
export function webhookRoutes(parts: AccountParts, base: string): Route[] {
  const { native } = parts;
  const path = `${base}/webhooks`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Create a webhook',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        if (await existing(parts, request)) {
          throw new Refusal('conflict', {
            message: 'The account already has a webhook.',
            fix: 'Change the existing webhook, or delete it first.',
          });
        }
        const body = { ...changesIn(parts, request.body), format: 'compatible' };
        const { secret } = await reported(() => bodyOf<Webhook>(native, request, `PATCH ${PATH}`, { body }));
        return { status: 201, body: { object: 'webhook', id: ID, signing_secret: secret } };
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List webhooks',
      scope: [READ, MANAGE],
      async handle(request) {
        const webhook = await existing(parts, request);
        const data = webhook ? [presentWebhook(parts, webhook)] : [];
        return { status: 200, body: { object: 'list', has_more: false, data } };
      },
    }),
    ...objectRoutes(parts, `${path}/:webhook`),
  ];
}

function objectRoutes(parts: AccountParts, path: string): Route[] {
  const { native } = parts;
  return [
    route({
      method: 'GET',
      path,
      summary: 'Retrieve a webhook',
      scope: [READ, MANAGE],
      async handle(request) {
        const webhook = await required(parts, request, request.params['webhook']);
        return { status: 200, body: { object: 'webhook', ...presentWebhook(parts, webhook), signing_secret: null } };
      },
    }),
    route({
      method: 'PATCH',
      path,
      summary: 'Update a webhook',
      scope: MANAGE,
      body: anyBody,
      async handle(request) {
        await required(parts, request, request.params['webhook']);
        const body = changesIn(parts, request.body);
        await reported(() => bodyOf(native, request, `PATCH ${PATH}`, { body }));
        return { status: 200, body: { object: 'webhook', id: ID } };
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Delete a webhook',
      scope: MANAGE,
      async handle(request) {
        await required(parts, request, request.params['webhook']);
        await bodyOf(native, request, `DELETE ${PATH}`);
        return { status: 200, body: { object: 'webhook', id: ID, deleted: true } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/signing-secret/rotate`,
      summary: 'Rotate the signing secret of a webhook',
      scope: MANAGE,
      async handle(request) {
        await required(parts, request, request.params['webhook']);
        const { secret } = await bodyOf<Webhook>(native, request, `POST ${PATH}/rotate-secret`, { body: {} });
        return { status: 200, body: { object: 'webhook', id: ID, signing_secret: secret } };
      },
    }),
  ];
}

async function existing(
  { native }: Pick<AccountParts, 'native'>,
  request: CompatRequest,
): Promise<Webhook | undefined> {
  try {
    return await bodyOf<Webhook>(native, request, `GET ${PATH}`);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function required(
  parts: Pick<AccountParts, 'native'>,
  request: CompatRequest,
  given: string | undefined,
): Promise<Webhook> {
  const found = nativeId('webhook', given) === 1 ? await existing(parts, request) : undefined;
  if (!found) throw noSuch('webhook');
  return found;
}

/** Converts the settings of a Resend webhook to the fields of Postrider's own API. Throws validation_error. */
function changesIn({ eventNames }: AccountParts, body: unknown): Readonly<Record<string, unknown>> {
  const given = objectOf(body, '', WEBHOOK.objects['']);
  const [endpoint, status] = [textOf(given, 'endpoint'), textOf(given, 'status')];
  if (status !== undefined && status !== 'enabled' && status !== 'disabled') {
    throw faultAt('status', 'must be enabled or disabled.');
  }
  const events = textsOf(given, 'events').map((name, index) => {
    const own = eventNames.get(name);
    if (own === undefined) {
      throw faultAt(`events.${index}`, `must be one of ${[...eventNames.keys()].join(', ')}.`);
    }
    return own;
  });
  return {
    ...(endpoint !== undefined && { url: endpoint }),
    ...(events.length > 0 && { events }),
    ...(status !== undefined && { enabled: status === 'enabled' }),
  };
}

async function reported<T>(work: () => Promise<T>): Promise<T> {
  return underNames((field) => (field === 'url' ? 'endpoint' : field), work);
}

function presentWebhook({ eventNames }: AccountParts, { created_at, enabled, events, url }: Webhook): object {
  const shown = [...eventNames].flatMap(([name, own]) => (events.includes(own) ? [name] : []));
  return { id: ID, endpoint: url, events: shown, status: enabled ? 'enabled' : 'disabled', created_at };
}
