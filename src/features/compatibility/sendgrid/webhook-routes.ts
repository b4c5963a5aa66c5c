import { Type } from 'typebox';
import type { Parser } from '../../../http/parser.ts';
import type { Principal } from '../../../http/principal.ts';
import { route, type Reply, type Route, type RouteRequest } from '../../../http/route.ts';
import { faultAt, objectOf, textOf, type Given } from '../fields/index.ts';
import {
  addHooks,
  changeHook,
  listHooks,
  removeHooks,
  type Hook,
  type HookParts,
  type RequireAdapter,
  type VendorEventName,
} from '../vendors/index.ts';
import { sendgridKey } from './credential.ts';
import { publicKeyOf } from './event-key.ts';

const READ = 'transactional:read';
const MANAGE = 'transactional:manage';
const KIND = 'event';

/**
 * SendGrid's settings and the events that each setting enables. Postrider sends neither `unsubscribe` nor group events.
 */
const SWITCHES: Readonly<Record<string, readonly VendorEventName[]>> = {
  processed: ['accepted'],
  delivered: ['delivered'],
  deferred: ['delayed'],
  bounce: ['bounced', 'failed'],
  dropped: ['suppressed'],
  spam_report: ['complained'],
  open: ['opened'],
  click: ['clicked'],
};
const NEVER = ['unsubscribe', 'group_unsubscribe', 'group_resubscribe'];

export interface WebhookParts extends HookParts {
  readonly requireAdapter: RequireAdapter;
}

const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/**
 * Returns the routes for the event webhook, of which an account has at most one in SendGrid's API, and for the public
 * key that verifies its signatures.
 */
export function webhookRoutes(parts: WebhookParts, base: string): Route[] {
  const path = `${base}/v3/user/webhooks/event/settings`;
  const common = { keyOf: sendgridKey } as const;
  const answering =
    (read: (request: Pick<RouteRequest<unknown, undefined>, 'body' | 'principal'>) => Promise<object>) =>
    async (request: RouteRequest<unknown, undefined>): Promise<Reply> => {
      await parts.requireAdapter(request.principal, 'sendgrid');
      return { status: 200, body: await read(request) };
    };
  const read = { ...common, method: 'GET', scope: [READ, MANAGE], body: anyBody } as const;
  const change = { ...common, method: 'PATCH', scope: MANAGE, body: anyBody } as const;
  return [
    route({
      ...read,
      path,
      summary: 'Retrieve the event webhook (SendGrid API)',
      handle: answering(async ({ principal }) => present(await hookOf(parts, principal))),
    }),
    route({
      ...change,
      path,
      summary: 'Update the event webhook (SendGrid API)',
      handle: answering(async ({ body, principal }) => setHook(parts, principal, body)),
    }),
    route({
      ...read,
      path: `${path}/signed`,
      summary: 'Retrieve the public key of the event webhook (SendGrid API)',
      handle: answering(async ({ principal }) => signed(parts, principal)),
    }),
    route({
      ...change,
      path: `${path}/signed`,
      summary: 'Turn on signing for the event webhook (SendGrid API)',
      handle: answering(async ({ body, principal }) => {
        const given = objectOf(body, '', { taken: ['enabled'] });
        if (given?.values['enabled'] === false) throw faultAt('enabled', 'must be true. Events are always signed.');
        return signed(parts, principal);
      }),
    }),
  ];
}

function signed({ vault }: WebhookParts, { accountId }: Principal): Promise<object> {
  return Promise.resolve({ public_key: publicKeyOf(vault, accountId) });
}

async function hookOf(parts: WebhookParts, { accountId }: Principal): Promise<Hook | undefined> {
  return (await listHooks(parts, accountId, 'sendgrid'))[0];
}

/** Changes the given settings, or deletes the webhook if the request disables it. Throws validation_error. */
async function setHook(parts: WebhookParts, principal: Principal, body: unknown): Promise<object> {
  const given = objectOf(body, '', {
    taken: ['enabled', 'url', ...Object.keys(SWITCHES), ...NEVER],
    refused: { oauth_client_id: 'is not supported. Verify the signature of the events instead.' },
  }) ?? { at: '', values: {} };
  const there = await hookOf(parts, principal);
  const url = textOf(given, 'url') ?? there?.url;
  const isOn = flagOf(given, 'enabled') ?? there !== undefined;
  if (!isOn) {
    if (there) await removeHooks(parts, principal, [there]);
    return present(undefined);
  }
  if (url === undefined) throw faultAt('url', 'is required.');
  const events = Object.entries(SWITCHES).flatMap(([name, turned]) => {
    const isOn = flagOf(given, name) ?? (there !== undefined && turned.every((event) => there.events.includes(event)));
    return isOn ? turned : [];
  });
  const wanted = { vendor: 'sendgrid', domain: undefined, kind: KIND, url, events, settings: {} } as const;
  if (there) return present((await changeHook(parts, principal, { ...wanted, id: there.id })) ?? undefined);
  return present((await addHooks(parts, principal, [wanted]))[0]);
}

function flagOf(given: Given, name: string): boolean | undefined {
  const value = given.values[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw faultAt(name, 'must be true or false.');
  return value;
}

function present(hook: Hook | undefined): Record<string, unknown> {
  const on = Object.entries(SWITCHES).map(([name, events]): [string, boolean] => [
    name,
    events.every((event) => hook?.events.includes(event) ?? false),
  ]);
  return {
    enabled: hook !== undefined,
    url: hook?.url ?? '',
    ...Object.fromEntries([...on, ...NEVER.map((name): [string, boolean] => [name, false])]),
  };
}
